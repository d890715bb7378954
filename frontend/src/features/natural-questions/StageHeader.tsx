import { ActionIcon, Group, Text, Tooltip } from "@mantine/core";
import { IconArrowBackUp, IconArrowForwardUp } from "@tabler/icons-react";
import type { ReactNode } from "react";

import { SaveIndicator } from "@/annotating/SaveIndicator";
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
          <HistoryButton
            label="Undo"
            keys="Ctrl+Z"
            icon={<IconArrowBackUp size={18} stroke={1.7} />}
            disabled={annotation.past.length === 0}
            onClick={() => {
              dispatch({ type: "undo" });
            }}
          />
          <HistoryButton
            label="Redo"
            keys="Ctrl+Shift+Z"
            icon={<IconArrowForwardUp size={18} stroke={1.7} />}
            disabled={annotation.future.length === 0}
            onClick={() => {
              dispatch({ type: "redo" });
            }}
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
              onClick={() => {
                dispatch({ type: "go_to", stage });
              }}
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

function HistoryButton(props: {
  label: string;
  keys: string;
  icon: ReactNode;
  disabled: boolean;
  onClick: () => void;
}) {
  const { label, keys, icon, disabled, onClick } = props;
  return (
    <Tooltip
      label={
        <>
          {label}{" "}
          <Text span size="xs" opacity={0.7}>
            {keys}
          </Text>
        </>
      }
    >
      <ActionIcon
        variant="subtle"
        color="gray"
        size={34}
        className={classes.history}
        aria-label={label}
        aria-keyshortcuts={keys.replace("Ctrl", "Control")}
        disabled={disabled}
        onClick={onClick}
      >
        {icon}
      </ActionIcon>
    </Tooltip>
  );
}
