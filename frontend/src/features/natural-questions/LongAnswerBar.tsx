import { Button } from "@mantine/core";

import type { PageView } from "@/anchoring/pageView";
import { KeyHint } from "@/annotating/KeyHint";

import classes from "./ActionBar.module.css";
import { Breadcrumbs } from "./Breadcrumbs";

interface LongAnswerBarProps {
  readonly view: PageView;
  /** The box under the keyboard's cursor, else the chosen one. */
  readonly candidate: number | null;
  readonly noAnswer: boolean;
  readonly onPick: (candidate: number) => void;
  readonly onChoose: () => void;
  readonly onNone: () => void;
}

/** What is chosen, and the two ways on: this passage, or no answer. */
export function LongAnswerBar(props: LongAnswerBarProps) {
  const { view, candidate, noAnswer, onPick, onChoose, onNone } = props;
  return (
    <div className={classes.bar}>
      <div className={classes.what}>
        <Breadcrumbs view={view} candidate={candidate} onPick={onPick} />
      </div>
      <div className={classes.actions}>
        <Button
          variant={noAnswer ? "light" : "default"}
          aria-pressed={noAnswer}
          rightSection={<KeyHint>N</KeyHint>}
          aria-keyshortcuts="n"
          onClick={onNone}
        >
          No answer
        </Button>
        <Button
          disabled={candidate === null}
          rightSection={<KeyHint>Enter</KeyHint>}
          aria-keyshortcuts="Enter"
          onClick={onChoose}
        >
          Use this passage
        </Button>
      </div>
    </div>
  );
}
