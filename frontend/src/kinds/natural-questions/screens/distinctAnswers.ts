import type { PageView } from "@/anchoring/pageView";

import type { NaturalQuestionsAnnotation, YesNoAnswer } from "../types";

/** How many colours there are; further answers use them again. */
export const COLOURS = 8;

/** Annotations that say the same, in one colour. */
export interface DistinctAnswer {
  readonly colour: number;
  readonly annotations: readonly NaturalQuestionsAnnotation[];
}

const YES_NO: Record<YesNoAnswer, string> = { YES: "Yes", NO: "No", NONE: "" };

/** Groups annotations by what they answer, the most frequent first. */
export function distinctAnswers(
  annotations: readonly NaturalQuestionsAnnotation[],
): DistinctAnswer[] {
  const groups = new Map<string, NaturalQuestionsAnnotation[]>();
  for (const annotation of annotations) {
    const key = keyOf(annotation);
    const group = groups.get(key);
    if (group) group.push(annotation);
    else groups.set(key, [annotation]);
  }
  return [...groups.values()]
    .sort((one, other) => other.length - one.length)
    .map((group, position) => ({ colour: position % COLOURS, annotations: group }));
}

function keyOf(annotation: NaturalQuestionsAnnotation): string {
  return JSON.stringify([
    annotation.question_quality === "bad",
    annotation.long_answer?.candidate_index ?? null,
    annotation.short_answers.map(({ start_token, end_token }) => [start_token, end_token]),
    annotation.yes_no_answer,
  ]);
}

/** The short answer in words; empty when there is none. */
export function shortAnswerText(
  annotation: NaturalQuestionsAnnotation,
  view: PageView | null = null,
): string {
  const spans = annotation.short_answers
    .map((span) => view?.shownTextOf(span) ?? span.text)
    .join(" · ");
  return spans === "" ? YES_NO[annotation.yes_no_answer] : spans;
}
