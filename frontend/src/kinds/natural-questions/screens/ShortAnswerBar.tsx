import { ActionIcon, Button, Text } from "@mantine/core";
import { IconX } from "@tabler/icons-react";

import type { PageView } from "@/anchoring/pageView";
import type { TokenSpan } from "@/anchoring/spans";
import { KeyHint } from "@/annotating/KeyHint";
import { useIsTouch } from "@/annotating/useIsTouch";

import classes from "./ActionBar.module.css";
import type { AnnotationAction, ShortAnswer } from "./annotation";
import { FindButton } from "./FindButton";
import { ShortAnswerChoices } from "./ShortAnswerChoices";

interface ShortAnswerBarProps {
  readonly view: PageView;
  readonly short: ShortAnswer;
  /** Why the last click took nothing. */
  readonly untaken: string | null;
  readonly sendsAtOnce: boolean;
  /** Marks the word that was tapped. */
  readonly onMark: (() => void) | undefined;
  readonly onRemove: (span: TokenSpan) => void;
  readonly onFind: () => void;
  readonly dispatch: (action: AnnotationAction) => void;
}

/** The marked spans, or yes, no, none instead of them. As high as the bar of the boxes. */
export function ShortAnswerBar(props: ShortAnswerBarProps) {
  const { view, short, untaken, sendsAtOnce, onMark, onRemove, onFind, dispatch } = props;
  return (
    <div className={classes.bar} data-below-toasts>
      <div className={classes.what}>
        {untaken === null ? (
          <Marked view={view} short={short} onRemove={onRemove} />
        ) : (
          <Text size="sm">{untaken}</Text>
        )}
      </div>
      <div className={classes.onward}>
        <FindButton onFind={onFind} />
        {onMark && (
          <Button className={classes.button} onClick={onMark}>
            Mark
          </Button>
        )}
      </div>
      <ShortAnswerChoices
        chosen={short.kind}
        noneKey={{ shown: "N", name: "n" }}
        onChoose={dispatch}
      />
      <Button
        className={classes.end}
        disabled={short.kind === "undecided"}
        rightSection={<KeyHint>Enter</KeyHint>}
        aria-keyshortcuts="Enter Control+Enter"
        onClick={() => dispatch({ type: "go_to", stage: "review" })}
      >
        {sendsAtOnce ? "Submit" : "Review"}
      </Button>
    </div>
  );
}

function Marked({
  view,
  short,
  onRemove,
}: Pick<ShortAnswerBarProps, "view" | "short" | "onRemove">) {
  const isTouch = useIsTouch();
  if (short.kind !== "spans") {
    return (
      <Text size="sm" c="dimmed">
        {isTouch
          ? "Tap the first and the last word that answer the question."
          : "Drag over the words that answer the question, double-click one, or move with ← → and mark with Enter."}
      </Text>
    );
  }
  return (
    <ul className={classes.chips} aria-label="Marked short answers">
      {short.spans.map((span) => {
        const text = view.shownTextOf(span);
        return (
          <li key={span.start_token} ref={showNew} className={classes.chip}>
            <span className={classes.chipText} dir="auto">
              {text}
            </span>
            <ActionIcon
              variant="transparent"
              color="gray"
              size={22}
              aria-label={`Remove ${text}`}
              onClick={() => onRemove(span)}
            >
              <IconX size={14} aria-hidden />
            </ActionIcon>
          </li>
        );
      })}
    </ul>
  );
}

/** Brings a new mark into view where the bar has room for some of them only. */
function showNew(chip: HTMLLIElement | null) {
  chip?.scrollIntoView({ block: "nearest" });
}
