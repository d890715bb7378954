import { Button } from "@mantine/core";

import type { PageView } from "@/anchoring/pageView";
import { KeyHint } from "@/annotating/KeyHint";

import classes from "./ActionBar.module.css";
import type { AnnotationAction } from "./annotation";
import { Breadcrumbs } from "./Breadcrumbs";
import { FindButton } from "./FindButton";

interface LongAnswerBarProps {
  readonly view: PageView;
  /** The box under the keyboard's cursor, else the chosen one. */
  readonly candidate: number | null;
  /** Whether a box was chosen, and not merely moved to. */
  readonly isChosen: boolean;
  readonly noAnswer: boolean;
  readonly onPick: (candidate: number) => void;
  /** The box is chosen, and this is done with it. */
  readonly onChoose: (andThen: AnnotationAction) => void;
  readonly onNone: () => void;
  readonly onFind: () => void;
}

/** What is chosen, and the ways on: its words, an answer without them, or no answer. */
export function LongAnswerBar(props: LongAnswerBarProps) {
  const { view, candidate, isChosen, noAnswer, onPick, onChoose, onNone, onFind } = props;
  return (
    <div className={classes.bar} data-below-toasts>
      <div className={classes.what}>
        <Breadcrumbs view={view} candidate={candidate} onPick={onPick} />
      </div>
      <div className={classes.actions}>
        <FindButton onFind={onFind} />
        <Button
          variant={noAnswer ? "light" : "default"}
          aria-pressed={noAnswer}
          rightSection={<KeyHint>N</KeyHint>}
          aria-keyshortcuts="n"
          onClick={onNone}
        >
          No answer
        </Button>
        {isChosen && (
          <>
            <Button
              variant="default"
              rightSection={<KeyHint>Y</KeyHint>}
              aria-keyshortcuts="y"
              onClick={() => onChoose({ type: "answer_yes_no", value: "yes" })}
            >
              Yes
            </Button>
            <Button
              variant="default"
              rightSection={<KeyHint>X</KeyHint>}
              aria-keyshortcuts="x"
              onClick={() => onChoose({ type: "answer_yes_no", value: "no" })}
            >
              No
            </Button>
            <Button
              variant="default"
              aria-keyshortcuts="Control+Enter"
              onClick={() => onChoose({ type: "choose_no_short_answer" })}
            >
              No short answer
            </Button>
          </>
        )}
        <Button
          disabled={candidate === null}
          rightSection={<KeyHint>Enter</KeyHint>}
          aria-keyshortcuts="Enter"
          onClick={() => onChoose({ type: "go_to", stage: "short_answer" })}
        >
          Use this passage
        </Button>
      </div>
    </div>
  );
}
