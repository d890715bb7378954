import { Button, Group, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useSearchParams } from "react-router";

import type { PageView } from "@/anchoring/pageView";
import { type SystemAnswer, systemAnswerQuery } from "@/api/systemResults";

/** The answer of the system that the address names, or undefined. */
export function useSystemAnswer(slug: string, example: number): SystemAnswer | undefined {
  const [search] = useSearchParams();
  const [system, split] = [Number(search.get("system")), search.get("split") ?? ""];
  const answer = useQuery({
    ...systemAnswerQuery(slug, system, example, split),
    enabled: system > 0,
  });
  return answer.data;
}

/** Marks a system's answer on the page, apart from the annotators'. */
export function useSystemOnPage(view: PageView | null, answer: SystemAnswer | undefined): void {
  useEffect(() => {
    if (!view || answer === undefined) return;
    const box = view.elementOf(answer.candidate_index ?? -1);
    box?.setAttribute("data-system", "");
    view.highlighter.set("system", view.rangesOf(answer.short_answers), 2);
    return () => {
      box?.removeAttribute("data-system");
      view.highlighter.clear("system");
    };
  }, [view, answer]);
}

/** What a system answered, in words. */
export function describeSystemAnswer(answer: SystemAnswer): string {
  const { has_long_answer: hasLong, candidate_index: box, yes_no_answer: yesNo } = answer;
  const spans = answer.short_answers.length;
  const long = !hasLong
    ? "no long answer"
    : box === null
      ? "a long answer that is none of the page’s boxes"
      : "the long answer with the dashed outline";
  const short =
    yesNo === "NONE"
      ? spans === 0
        ? "no short answer"
        : "the dark words as short answer"
      : `${yesNo.toLowerCase()} as short answer`;
  return `${answer.name}: ${long}, ${short}.`;
}

interface SystemAnswerLineProps {
  readonly answer: SystemAnswer;
  readonly view: PageView | null;
}

/** A system's answer in a line, and a button that scrolls to it. */
export function SystemAnswerLine({ answer, view }: SystemAnswerLineProps) {
  const [span] = view?.rangesOf(answer.short_answers) ?? [];
  const target = span ?? view?.elementOf(answer.candidate_index ?? -1) ?? null;
  return (
    <Group gap="sm" role="status">
      <Text size="sm">{describeSystemAnswer(answer)}</Text>
      {target !== null && (
        <Button
          size="compact-xs"
          variant="default"
          onClick={() => {
            view?.reveal(target);
          }}
        >
          Show it
        </Button>
      )}
    </Group>
  );
}
