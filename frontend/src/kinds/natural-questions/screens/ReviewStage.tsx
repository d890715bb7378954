import { Alert, Button, Text, Textarea } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import type { ReactNode } from "react";

import type { PageView } from "@/anchoring/pageView";
import { Folded } from "@/annotating/Folded";
import { KeyHint } from "@/annotating/KeyHint";
import { keyName } from "@/annotating/keys";
import type { Reason } from "@/annotating/useReason";

import type { Stage } from "../types";
import { boxOf, shortAnswerOf, type Answer } from "./annotation";
import { boxName } from "./boxNames";
import classes from "./ReviewStage.module.css";

interface ReviewStageProps {
  readonly question: string;
  readonly answer: Answer;
  readonly view: PageView | null;
  readonly submitting: "no" | "yes" | "retrying";
  readonly problem: string | null;
  readonly ready: boolean;
  readonly reason: Reason;
  readonly onEdit: (stage: Stage) => void;
  readonly onSubmit: () => void;
}

/** Pixels of a long answer that leave room for the short one below it. */
const PASSAGE = 290;

/** All three stages at a glance, each with the way back. */
export function ReviewStage(props: ReviewStageProps) {
  const { question, answer, view, submitting, problem, ready, reason, onEdit, onSubmit } = props;
  const short = shortAnswerOf(answer);
  return (
    <div className={classes.stage}>
      <section className={classes.card} aria-labelledby="review-question">
        <Part label="Question" stage="question" onEdit={onEdit}>
          <Folded>
            <h1 id="review-question" className={classes.question} dir="auto">
              {question}
            </h1>
          </Folded>
          <Verdict>{answer.quality === "bad" ? "Bad question" : "Good question"}</Verdict>
        </Part>
        {answer.quality === "good" && (
          <Part label="Long answer" stage="long_answer" onEdit={onEdit}>
            <LongAnswerSummary answer={answer} view={view} />
          </Part>
        )}
        {short && (
          <Part label="Short answer" stage="short_answer" onEdit={onEdit}>
            <ShortAnswerSummary answer={answer} view={view} />
          </Part>
        )}
        {reason.isNeeded && (
          <Textarea
            mt="lg"
            label={reason.words.label}
            description={reason.words.description}
            required
            autosize
            minRows={2}
            maxLength={5000}
            value={reason.text}
            onChange={(event) => reason.set(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (keyName(event.nativeEvent) === "Ctrl+Enter") onSubmit();
            }}
          />
        )}
        {problem !== null && (
          <Alert color="brick" icon={<IconAlertTriangle size={18} />} mt="md">
            {problem}
          </Alert>
        )}
        {submitting === "retrying" && (
          <Alert color="amber" mt="md">
            The server isn’t answering. Your answer is kept in this browser and sent again until it
            arrives.
          </Alert>
        )}
        {/* Where the question before and the one after have no button. */}
        <div className={classes.bar} data-below-toasts>
          <Button
            size="md"
            loading={submitting !== "no" || !ready}
            disabled={reason.isNeeded && reason.text.trim() === ""}
            rightSection={<KeyHint>Enter</KeyHint>}
            aria-keyshortcuts="Enter Control+Enter"
            onClick={onSubmit}
          >
            {reason.isNeeded ? reason.words.submit : "Submit"}
          </Button>
        </div>
      </section>
    </div>
  );
}

function Part(props: {
  label: string;
  stage: Stage;
  onEdit: (stage: Stage) => void;
  children: ReactNode;
}) {
  const { label, stage, onEdit, children } = props;
  return (
    <div className={classes.part}>
      <div className={classes.head}>
        <Text size="sm" c="dimmed" fw={550}>
          {label}
        </Text>
        <Button
          variant="subtle"
          size="compact-sm"
          aria-label={`Change the ${label.toLowerCase()}`}
          onClick={() => onEdit(stage)}
        >
          Change
        </Button>
      </div>
      {children}
    </div>
  );
}

function Verdict({ children }: { children: ReactNode }) {
  return <p className={classes.verdict}>{children}</p>;
}

function LongAnswerSummary({ answer, view }: { answer: Answer; view: PageView | null }) {
  const box = boxOf(answer);
  if (!box) return <Verdict>No answer on this page</Verdict>;
  const chain = view?.navigator.chain(box.index) ?? [];
  return (
    <>
      <Text size="sm" c="dimmed" mb={4}>
        {chain.map(({ tag }) => boxName(tag)).join(" › ")}
      </Text>
      <Folded maxHeight={PASSAGE}>
        <blockquote className={classes.passage} dir="auto">
          {view ? view.shownTextOf(box) : "…"}
        </blockquote>
      </Folded>
    </>
  );
}

function ShortAnswerSummary({ answer, view }: { answer: Answer; view: PageView | null }) {
  const short = shortAnswerOf(answer);
  switch (short?.kind) {
    case "yes":
      return <Verdict>Yes</Verdict>;
    case "no":
      return <Verdict>No</Verdict>;
    case "none":
      return <Verdict>None; the whole passage is the answer</Verdict>;
    case "spans":
      return (
        <ul className={classes.spans}>
          {short.spans.map((span) => (
            <li key={span.start_token}>
              <mark className={classes.span} dir="auto">
                {view ? view.shownTextOf(span) : "…"}
              </mark>
            </li>
          ))}
        </ul>
      );
    case "undecided":
    case undefined:
      return null;
  }
}
