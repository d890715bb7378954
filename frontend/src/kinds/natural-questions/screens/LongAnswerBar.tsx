import { Button, Text } from "@mantine/core";

import type { PageView } from "@/anchoring/pageView";
import { KeyHint } from "@/annotating/KeyHint";

import classes from "./ActionBar.module.css";
import type { AnnotationAction } from "./annotation";
import { Breadcrumbs } from "./Breadcrumbs";
import { FindButton } from "./FindButton";
import { ShortAnswerChoices } from "./ShortAnswerChoices";

interface LongAnswerBarProps {
  readonly view: PageView;
  /** The box that keys have moved to, or else the chosen one: what the buttons take. */
  readonly candidate: number | null;
  readonly chosen: number | null;
  readonly noAnswer: boolean;
  /** Why the last click took nothing, or the last key led nowhere. */
  readonly untaken: string | null;
  readonly onPick: (candidate: number) => void;
  /** The box is chosen, and this is done with it. */
  readonly onChoose: (andThen: AnnotationAction) => void;
  readonly onNone: () => void;
  readonly onFind: () => void;
}

/**
 * What is chosen, and the ways on: its words, an answer without them, or no answer. It is as high
 * with a box as without one, so that the page above it keeps its place.
 */
export function LongAnswerBar(props: LongAnswerBarProps) {
  const { view, candidate, chosen, noAnswer, untaken, onPick, onChoose, onNone, onFind } = props;
  return (
    <div className={classes.bar} data-below-toasts>
      <div className={classes.what}>
        {untaken === null ? (
          <Breadcrumbs view={view} candidate={candidate} chosen={chosen} onPick={onPick} />
        ) : (
          <Text size="sm">{untaken}</Text>
        )}
      </div>
      <div className={classes.onward}>
        <FindButton onFind={onFind} />
        <Button
          className={classes.button}
          disabled={candidate === null}
          rightSection={<KeyHint>Enter</KeyHint>}
          aria-keyshortcuts="Enter"
          onClick={() => onChoose({ type: "go_to", stage: "short_answer" })}
        >
          Use this passage
        </Button>
      </div>
      <ShortAnswerChoices
        chosen={null}
        disabled={candidate === null}
        noneKey={{ shown: "Ctrl+Enter", name: "Control+Enter" }}
        onChoose={onChoose}
      />
      <Button
        className={classes.end}
        variant={noAnswer ? "light" : "subtle"}
        color="gray"
        aria-pressed={noAnswer}
        rightSection={<KeyHint>N</KeyHint>}
        aria-keyshortcuts="n"
        onClick={onNone}
      >
        No answer
      </Button>
    </div>
  );
}
