import { Group } from "@mantine/core";
import type { ReactNode } from "react";

import { SaveIndicator } from "@/annotating/SaveIndicator";
import { UndoButtons } from "@/annotating/UndoButtons";
import type { Stage } from "@/api/types";

import { canReach, type Annotation, type AnnotationAction } from "./annotation";
import classes from "./StageHeader.module.css";
import type { AnnotationSession } from "./useAnnotation";

const STAGES: readonly { stage: Stage; label: string }[] = [
  { stage: "question", label: "Question" },
  { stage: "long_answer", label: "Long answer" },
  { stage: "short_answer", label: "Short answer" },
  { stage: "review", label: "Review" },
];

interface StageHeaderProps {
  readonly question: string;
  readonly session: AnnotationSession;
  readonly timer: ReactNode;
  readonly menu: ReactNode;
}

/** Where the annotator is, the question, and what became of the last change. */
export function StageHeader({ question, session, timer, menu }: StageHeaderProps) {
  const { annotation, dispatch, saveState } = session;
  return (
    <header className={classes.header}>
      <div className={classes.row}>
        <Stepper annotation={annotation} dispatch={dispatch} />
        <Group gap={6} wrap="nowrap">
          <SaveIndicator state={saveState} />
          {timer}
          <UndoButtons
            history={annotation}
            onUndo={() => dispatch({ type: "undo" })}
            onRedo={() => dispatch({ type: "redo" })}
          />
          {menu}
        </Group>
      </div>
      {(annotation.stage === "long_answer" || annotation.stage === "short_answer") && (
        <h1 className={classes.question}>{question}</h1>
      )}
    </header>
  );
}

function Stepper({
  annotation,
  dispatch,
}: {
  annotation: Annotation;
  dispatch: (action: AnnotationAction) => void;
}) {
  return (
    <nav aria-label="Stages">
      <ol className={classes.stepper}>
        {STAGES.map(({ stage, label }, position) => (
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
              {label}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}
