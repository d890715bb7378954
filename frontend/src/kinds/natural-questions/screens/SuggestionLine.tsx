import { Button, Text } from "@mantine/core";

import type { PageView } from "@/anchoring/pageView";
import { KeyHint } from "@/annotating/KeyHint";
import { leaveClicked } from "@/annotating/useKeys";
import type { Suggestion } from "@/api/suggestions";

import { boxName } from "./boxNames";
import classes from "./SuggestionLine.module.css";

interface SuggestionLineProps {
  readonly view: PageView;
  readonly suggestion: Suggestion;
  readonly onUse: () => void;
}

/** What is suggested, in words, and the way to it. Who suggests it isn't said: that would bias. */
export function SuggestionLine({ view, suggestion, onUse }: SuggestionLineProps) {
  const proposes = suggestion.mode === "propose";
  return (
    <div className={classes.line} role="group" aria-label="Suggestion">
      <Text size="sm" lineClamp={1}>
        <b>Suggested:</b> {describe(view, suggestion)}
      </Text>
      <Button
        variant="default"
        size="compact-sm"
        rightSection={<KeyHint>A</KeyHint>}
        aria-keyshortcuts="a"
        onClick={(event) => {
          onUse();
          leaveClicked(event);
        }}
      >
        {proposes ? "Take the suggestion" : "Go to a suggested box"}
      </Button>
    </div>
  );
}

function describe(view: PageView, suggestion: Suggestion): string {
  const { boxes, mode, short_answers: spans, yes_no_answer: yesNo } = suggestion;
  if (mode === "rank" && boxes.length > 1) return `${boxes.length} boxes, marked on the page.`;
  const box = view.navigator.get(boxes[0] ?? -1);
  if (!box) return "";
  const words = `${boxName(box.tag)}: “${view.beginningOf(box)}”`;
  if (yesNo !== "NONE") return `“${yesNo.toLowerCase()}”, by the ${words}`;
  if (spans.length === 0) return words;
  return `“${spans.map((span) => view.shownTextOf(span)).join("”, “")}”, in the ${words}`;
}
