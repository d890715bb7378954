import { Alert, Button, Group, Text, Textarea, Title } from "@mantine/core";
import { IconFlag } from "@tabler/icons-react";

import { KeyHint } from "@/annotating/KeyHint";
import type { Reason } from "@/annotating/useReason";

import type { LongFormAssignment } from "../types";
import type { Analysis } from "./analysis";
import { AnswerEditor, LONGEST_ANSWER } from "./AnswerEditor";
import { AnswerFigures } from "./AnswerFigures";
import { Knowledge } from "./Knowledge";
import classes from "./LongFormScreen.module.css";
import { MissingNotice } from "./MissingNotice";
import type { ScreenCommands } from "./screenKeys";
import { SentenceSupport } from "./SentenceSupport";
import type { LongFormSession } from "./useLongForm";
import type { Screen } from "./useScreen";

interface AnswerPaneProps {
  readonly session: LongFormSession;
  readonly assignment: LongFormAssignment;
  readonly screen: Screen;
  readonly analysis: Analysis;
  /** Numbers of the disambiguations to decide on. */
  readonly asked: readonly number[];
  /** Whether the question is the annotator's, and not only reserved. */
  readonly isOpen: boolean;
  readonly reason: Reason;
  /** Whether the question can be parked, skipped or given back. */
  readonly mayLeave: boolean;
  readonly commands: ScreenCommands;
}

/** The long-form answer with what can be said of it, its knowledge, and what to do with it. */
export function AnswerPane(props: AnswerPaneProps) {
  const { session, assignment, screen, analysis, reason, commands, isOpen } = props;
  const { content, change, problem } = session;
  const withContext = assignment.disambiguations.length > 0;
  return (
    <section className={classes.answer} aria-label="Answer">
      <div className={classes.writing} data-scrolls>
        <section aria-label="Text">
          <div className={classes.editorHead}>
            <Title order={2} size="h4">
              Long-form answer
            </Title>
            <PresentCount analysis={analysis} />
          </div>
          <AnswerEditor
            lead={screen.state.lead}
            text={content.long_form_answer}
            places={analysis.presence.map((found) => found?.place ?? null)}
            disabled={session.takesNothing}
            onChange={(text) => change({ long_form_answer: text })}
          />
          {content.long_form_answer.length >= LONGEST_ANSWER && (
            <Alert color="amber" mt="xs" p="xs">
              Your text has reached {LONGEST_ANSWER.toLocaleString("en")} characters, the limit.
            </Alert>
          )}
          <AnswerFigures words={analysis.words} supportedShare={analysis.supportedShare} />
        </section>
        {content.concern !== "" && (
          <ConcernNote
            concern={content.concern}
            disabled={session.takesNothing}
            onChange={commands.concern}
            onWithdraw={() => change({ concern: "" })}
          />
        )}
        <SentenceSupport
          analysis={analysis}
          onShowPlace={screen.showPlace}
          onShowPassage={screen.showPassage}
        />
        {/* What is changed while the answer is under way would be lost once it has arrived. */}
        <div className={classes.changeable} inert={session.takesNothing}>
          <Knowledge
            editing={session.editing}
            pages={assignment.pages}
            screen={screen}
            dispatch={session.dispatch}
          />
          {reason.isNeeded && (
            <Textarea
              label={reason.words.label}
              description={reason.words.description}
              autosize
              minRows={2}
              maxLength={5000}
              value={reason.text}
              onChange={(event) => reason.set(event.currentTarget.value)}
            />
          )}
        </div>
      </div>
      {problem !== null && (
        <Alert color="amber" radius={0} role="alert">
          {problem}
        </Alert>
      )}
      <footer className={classes.controls}>
        <MissingNotice
          asked={props.asked}
          confirmed={content.acknowledged_missing}
          onBack={commands.write}
        />
        <div className={classes.chips}>
          {withContext && (
            <Button
              variant="subtle"
              color="gray"
              leftSection={<IconFlag size={16} stroke={1.7} aria-hidden />}
              rightSection={<KeyHint>C</KeyHint>}
              disabled={session.takesNothing}
              onClick={commands.concern}
            >
              Concern
            </Button>
          )}
          {props.mayLeave && (
            <Button
              variant="subtle"
              color="gray"
              rightSection={<KeyHint>P</KeyHint>}
              disabled={session.saveState.kind === "closed"}
              onClick={() => commands.leave("park")}
            >
              Park
            </Button>
          )}
        </div>
        <Button
          data-below-toasts
          className={classes.submit}
          rightSection={<KeyHint>Ctrl+Enter</KeyHint>}
          loading={session.submitting === "yes"}
          disabled={!isOpen || (session.takesNothing && session.submitting !== "yes")}
          onClick={commands.submit}
        >
          {session.submitting === "retrying"
            ? "Waiting for the server…"
            : reason.isNeeded
              ? reason.words.submit
              : "Submit"}
        </Button>
      </footer>
    </section>
  );
}

function ConcernNote(props: {
  readonly concern: string;
  readonly disabled: boolean;
  readonly onChange: () => void;
  readonly onWithdraw: () => void;
}) {
  const { concern, disabled, onChange, onWithdraw } = props;
  return (
    <div className={classes.concern} role="note">
      <span>
        <strong>Your concern:</strong> {concern}
      </span>
      <Group gap={2} wrap="nowrap" flex="none">
        <Button variant="subtle" size="compact-sm" disabled={disabled} onClick={onChange}>
          Change
        </Button>
        <Button variant="subtle" size="compact-sm" disabled={disabled} onClick={onWithdraw}>
          Withdraw
        </Button>
      </Group>
    </div>
  );
}

function PresentCount({ analysis: { presence } }: { analysis: Analysis }) {
  if (presence.length === 0) return null;
  const present = presence.filter((found) => found !== null).length;
  return (
    <Text size="sm" c="dimmed" role="status">
      {present} of {presence.length} present
    </Text>
  );
}
