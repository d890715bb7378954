import { Group } from "@mantine/core";
import type { ReactNode } from "react";

import { Folded } from "@/annotating/Folded";
import { SaveIndicator } from "@/annotating/SaveIndicator";
import { UndoButtons } from "@/annotating/UndoButtons";

import type { Stage } from "../types";
import { canReach, type Annotation, type AnnotationAction } from "./annotation";
import classes from "./StageHeader.module.css";
import type { AnnotationSession } from "./useAnnotation";

/** Pixels of two lines of the question, which stand beside the stages. */
const TWO_LINES = 56;

const STAGES: readonly { stage: Stage; label: string }[] = [
  { stage: "question", label: "Question" },
  { stage: "long_answer", label: "Long answer" },
  { stage: "short_answer", label: "Short answer" },
  { stage: "review", label: "Review" },
];

interface StageHeaderProps {
  readonly question: string;
  readonly session: AnnotationSession;
  readonly onUndoSubmission: (() => void) | undefined;
  readonly onTravel: (way: "undo" | "redo") => void;
  readonly timer: ReactNode;
  readonly menu: ReactNode;
}

/** Where the annotator is, the question, and what became of the last change. */
export function StageHeader(props: StageHeaderProps) {
  const { question, session, onUndoSubmission, onTravel, timer, menu } = props;
  const { annotation, dispatch, saveState, sendsAtOnce } = session;
  return (
    <header className={classes.header}>
      <Stepper annotation={annotation} sendsAtOnce={sendsAtOnce} dispatch={dispatch} />
      {(annotation.stage === "long_answer" || annotation.stage === "short_answer") && (
        <div className={classes.asked}>
          <Folded maxHeight={TWO_LINES}>
            <h1 className={classes.question} dir="auto">
              {question}
            </h1>
          </Folded>
        </div>
      )}
      <Group gap={6} justify="flex-end" wrap="nowrap" className={classes.tools}>
        <SaveIndicator state={saveState} />
        {timer}
        <UndoButtons
          history={annotation}
          disabled={session.submitting !== "no" || saveState.kind === "closed"}
          onUndoSubmission={onUndoSubmission}
          onUndo={() => onTravel("undo")}
          onRedo={() => onTravel("redo")}
        />
        {menu}
      </Group>
    </header>
  );
}

function Stepper({
  annotation,
  sendsAtOnce,
  dispatch,
}: {
  annotation: Annotation;
  sendsAtOnce: boolean;
  dispatch: (action: AnnotationAction) => void;
}) {
  // Without a review, its stage is there only for what stands in the way of a submission.
  const stages = STAGES.filter(
    ({ stage }) => stage !== "review" || !sendsAtOnce || annotation.stage === "review",
  );
  return (
    <nav aria-label="Stages" className={classes.stages}>
      <ol className={classes.stepper}>
        {stages.map(({ stage, label }, position) => (
          <li key={stage}>
            <button
              type="button"
              className={classes.step}
              aria-current={annotation.stage === stage ? "step" : undefined}
              disabled={!canReach(annotation.answer, stage)}
              onClick={() => dispatch({ type: "go_to", stage })}
            >
              <span className={classes.number} aria-hidden>
                {position + 1}
              </span>
              <span className={classes.label}>{label}</span>
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}
