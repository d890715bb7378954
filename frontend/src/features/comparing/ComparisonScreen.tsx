import { Alert, Button, Text } from "@mantine/core";
import { IconAlertCircle, IconInfoCircle } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";

import { ConflictDialog } from "@/annotating/ConflictDialog";
import { Folded } from "@/annotating/Folded";
import { KeyHint } from "@/annotating/KeyHint";
import { KeysButton } from "@/annotating/KeysButton";
import { KeysDialog } from "@/annotating/KeysDialog";
import { RefusedNotice } from "@/annotating/RefusedNotice";
import { SaveIndicator } from "@/annotating/SaveIndicator";
import { useKeydown } from "@/annotating/useKeys";
import type { OpenComparison } from "@/api/comparisons";
import { LinkButton } from "@/components/LinkButton";

import { AnswerPair } from "./AnswerPair";
import classes from "./ComparisonScreen.module.css";
import { decide, describeOpen, nameOf, openSteps, type Step, stepsOf } from "./content";
import { describeDraft } from "./describeDraft";
import { Evaluations } from "./Evaluations";
import { KEY_GROUPS } from "./keyGroups";
import { handleKey, type ScreenCommands } from "./screenKeys";
import { type ComparisonSession, useComparison } from "./useComparison";

interface ComparisonScreenProps {
  readonly comparison: OpenComparison;
  readonly marked: boolean;
  readonly onMark: (marked: boolean) => void;
  readonly backTo: string;
  readonly onSubmitted: () => void;
  /** The server takes nothing more for this pair. */
  readonly onGoOn: () => void;
  /** Shows the lead's instructions; null if there are none. */
  readonly onInstructions: (() => void) | null;
}

/** One pair of answers: read above, judged below. Give it the comparison's id as key. */
export function ComparisonScreen(props: ComparisonScreenProps) {
  const { comparison, marked, onMark } = props;
  const session = useComparison(comparison, props.onSubmitted);
  const { content, change } = session;
  const [help, setHelp] = useState(false);
  const screen = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const comment = useRef<HTMLTextAreaElement>(null);

  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
  }, []);

  const focusStep = (step: Step | undefined) => {
    const name = step ? nameOf(step) : "";
    const group = screen.current?.querySelector(`[data-step="${name}"]`);
    const input =
      group?.querySelector<HTMLElement>("input:checked") ?? group?.querySelector("input");
    input?.focus();
  };
  const submit = () => {
    const open = openSteps(content)[0];
    if (open) focusStep(open);
    else session.submit();
  };
  const commands: ScreenCommands = {
    decide: (step, value) => {
      change((before) => decide(before, step, value));
      const steps = stepsOf(comparison.disambiguations.length);
      const place = steps.findIndex((each) => nameOf(each) === nameOf(step));
      focusStep(steps[place + 1] ?? step);
    },
    focus: focusStep,
    submit,
    comment: () => comment.current?.focus(),
    marks: () => {
      onMark(!marked);
    },
    help: () => {
      setHelp(true);
    },
  };
  useKeydown((event) => {
    if (session.submitting !== "no") return;
    if (handleKey(event, content, commands)) event.preventDefault();
  });

  return (
    <div className={classes.screen} ref={screen} data-counts={session.hasLooked}>
      <header className={classes.header}>
        <Folded miw={0}>
          <h1 className={classes.question} ref={heading} tabIndex={-1} dir="auto">
            {comparison.question}
          </h1>
        </Folded>
        <div className={classes.status}>
          <SaveIndicator state={session.saveState} />
          <Text size="sm" c="dimmed" px={8} style={{ whiteSpace: "nowrap" }}>
            Pair {comparison.position + 1} of {comparison.total}
          </Text>
          {props.onInstructions && (
            <Button variant="subtle" size="compact-md" onClick={props.onInstructions}>
              Instructions
            </Button>
          )}
          <KeysButton onClick={commands.help} />
          <LinkButton to={props.backTo} variant="subtle" size="compact-md">
            Back to my comparisons
          </LinkButton>
        </div>
      </header>
      <Notices session={session} onGoOn={props.onGoOn} />
      <AnswerPair comparison={comparison} marked={marked} onMark={onMark} />
      <Evaluations
        comparison={comparison}
        content={content}
        comment={comment}
        onDecide={(step, value) => change((before) => decide(before, step, value))}
        onComment={(text) => change((before) => ({ ...before, comment: text }))}
      />
      <SubmitBar session={session} onSubmit={submit} />
      <KeysDialog groups={KEY_GROUPS} opened={help} onClose={() => setHelp(false)} />
      <ConflictDialog
        state={session.saveState}
        describe={describeDraft}
        onResolve={session.resolveConflict}
      />
    </div>
  );
}

/** The button says what is missing, and leads there if it is pressed too early. */
function SubmitBar({ session, onSubmit }: { session: ComparisonSession; onSubmit: () => void }) {
  const open = describeOpen(session.content);
  return (
    <footer className={classes.controls}>
      <Text size="sm" c="dimmed">
        {session.submitting === "retrying"
          ? "The server isn’t answering. Trying again; you can leave this open."
          : "You can correct a submitted comparison until a lead ends the study."}
      </Text>
      <Button
        classNames={{ root: classes.submit, label: classes.submitLabel }}
        variant={open === "" ? "filled" : "default"}
        loading={session.submitting !== "no"}
        aria-keyshortcuts="Control+Enter"
        rightSection={open === "" ? <KeyHint>Ctrl ↵</KeyHint> : undefined}
        onClick={onSubmit}
      >
        {open === "" ? "Submit" : `Missing: ${open}`}
      </Button>
    </footer>
  );
}

/** What the server refuses. */
function Notices({ session, onGoOn }: { session: ComparisonSession; onGoOn: () => void }) {
  const { saveState, problem } = session;
  return (
    <>
      <RefusedNotice state={saveState} />
      {saveState.kind === "closed" && (
        <Alert color="amber" radius={0} icon={<IconInfoCircle size={18} />}>
          {saveState.error.detail} Nothing more can be saved here.{" "}
          <Button variant="default" size="compact-sm" ml="sm" onClick={onGoOn}>
            Go on
          </Button>
        </Alert>
      )}
      {problem !== null && (
        <Alert color="brick" radius={0} role="alert" icon={<IconAlertCircle size={18} />}>
          {problem}
        </Alert>
      )}
    </>
  );
}
