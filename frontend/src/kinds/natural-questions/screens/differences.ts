import { overlaps, type TokenSpan } from "@/anchoring/spans";

import type { NaturalQuestionsAnnotation } from "../types";

/** What an annotation decides, one after the other. */
export type Decision = "question_quality" | "long_answer" | "short_answer";

function isBad({ question_quality: quality }: NaturalQuestionsAnnotation): boolean {
  return quality === "bad";
}

function box({ long_answer: answer }: NaturalQuestionsAnnotation): number | null {
  return answer?.candidate_index ?? null;
}

function shortAnswer(annotation: NaturalQuestionsAnnotation): string {
  const spans = annotation.short_answers.map(({ start_token, end_token }) => [
    start_token,
    end_token,
  ]);
  return JSON.stringify([annotation.yes_no_answer, spans]);
}

/** The decisions in which an annotation differs from another; none where it says the same. */
export function differencesOf(
  annotation: NaturalQuestionsAnnotation,
  other: NaturalQuestionsAnnotation,
): Decision[] {
  const differs: Record<Decision, boolean> = {
    question_quality: isBad(annotation) !== isBad(other),
    long_answer: box(annotation) !== box(other),
    short_answer: shortAnswer(annotation) !== shortAnswer(other),
  };
  return (["question_quality", "long_answer", "short_answer"] as const).filter(
    (decision) => differs[decision],
  );
}

/** A part of a span; `isShared` tells whether others have it too. */
export interface Run extends TokenSpan {
  readonly isShared: boolean;
}

/** A span cut where others begin and end, so that each part is wholly theirs too or not at all. */
export function runsOf(span: TokenSpan, others: readonly TokenSpan[]): Run[] {
  const touching = others.filter((other) => overlaps(span, other));
  const cuts = [
    span.start_token,
    span.end_token,
    ...touching.flatMap(({ start_token, end_token }) => [start_token, end_token]),
  ]
    .filter((cut) => cut >= span.start_token && cut <= span.end_token)
    .sort((one, another) => one - another);
  const runs: Run[] = [];
  for (const [index, start] of cuts.entries()) {
    const end = cuts[index + 1];
    if (end === undefined || end === start) continue;
    const part = { start_token: start, end_token: end };
    const isShared = touching.some((other) => overlaps(part, other));
    const last = runs.at(-1);
    if (last?.isShared === isShared) runs[runs.length - 1] = { ...last, end_token: end };
    else runs.push({ ...part, isShared });
  }
  return runs;
}

/** How many annotations say that there is a long answer, and how many a short one, as in NQ's Figure 6. */
export function countAnswers(annotations: readonly NaturalQuestionsAnnotation[]) {
  const good = annotations.filter((annotation) => !isBad(annotation));
  return {
    long: good.filter((annotation) => box(annotation) !== null).length,
    short: good.filter(
      ({ short_answers: spans, yes_no_answer: yesNo }) => spans.length > 0 || yesNo !== "NONE",
    ).length,
  };
}
