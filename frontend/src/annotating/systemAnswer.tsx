import { Button, Group, Text } from "@mantine/core";
import { useEffect } from "react";

import type { PageView } from "@/anchoring/pageView";
import type { PlacedAnswer } from "@/api/systemResults";

/** A system's box and words, for the page's frame: what no annotator's colour looks like. */
export const SYSTEM_STYLE = [
  ":root [data-c][data-system] { outline: 3px dashed #24221f; outline-offset: 6px; }",
  "::highlight(system) { background: #24221f; color: #fff; }",
  "::highlight(system-long) { text-decoration: underline dashed #24221f 2px; }",
].join("\n");

/** Marks a system's answer on the page, apart from the annotators'. */
export function useSystemOnPage(view: PageView | null, answer: PlacedAnswer | undefined): void {
  useEffect(() => {
    if (!view || answer === undefined) return;
    const box = view.elementOf(answer.candidate_index ?? -1);
    box?.setAttribute("data-system", "");
    view.highlighter.set("system", view.rangesOf(answer.short_answers), 2);
    view.highlighter.set("system-long", view.rangesOf(longSpans(answer)), 1);
    return () => {
      box?.removeAttribute("data-system");
      view.highlighter.clear("system");
      view.highlighter.clear("system-long");
    };
  }, [view, answer]);
}

function longSpans({ long_span: span }: PlacedAnswer) {
  return span === null ? [] : [span];
}

function describeLongAnswer(answer: PlacedAnswer): string {
  if (!answer.has_long_answer) return "no long answer";
  if (answer.candidate_index !== null) return "the long answer with the dashed outline";
  return answer.long_span === null
    ? "a long answer that isn’t on the page"
    : "the words with the dashed line as long answer, which is not a box of the page";
}

/** What a system answered, in words. */
function describeSystemAnswer(answer: PlacedAnswer): string {
  const { yes_no_answer: yesNo } = answer;
  const spans = answer.short_answers.length;
  const short =
    yesNo === "NONE"
      ? spans === 0
        ? "no short answer"
        : "the dark words as short answer"
      : `${yesNo.toLowerCase()} as short answer`;
  return `${answer.name}: ${describeLongAnswer(answer)}, ${short}.`;
}

/** What of a system's answer one looks at first; null where the page has nothing of it. */
export function placeOfAnswer(view: PageView, answer: PlacedAnswer): Range | HTMLElement | null {
  const [span] = view.rangesOf([...answer.short_answers, ...longSpans(answer)]);
  return span ?? view.elementOf(answer.candidate_index ?? -1);
}

interface SystemAnswerLineProps {
  readonly answer: PlacedAnswer;
  readonly view: PageView | null;
}

/** A system's answer in a line, and a button that scrolls to it. */
export function SystemAnswerLine({ answer, view }: SystemAnswerLineProps) {
  const target = view && placeOfAnswer(view, answer);
  return (
    <Group gap="sm" role="status">
      <Text size="sm">{describeSystemAnswer(answer)}</Text>
      {target !== null && (
        <Button
          size="compact-xs"
          variant="default"
          onClick={() => {
            view?.reveal(target, "list");
          }}
        >
          Show it
        </Button>
      )}
    </Group>
  );
}
