import { canUnpack } from "@/anchoring/pageLoading";
import { encloses, overlaps, type TokenSpan } from "@/anchoring/spans";
import { allSeconds } from "@/annotating/activeTime";
import type { DraftKind } from "@/annotating/draftStore";
import type { Candidate, Page } from "@/api/types";

import type { ActiveSeconds, Draft, NaturalQuestionsAnswer, Stage } from "../types";
import { EMPTY_ANSWER, shortAnswerOf, type Answer, type ShortAnswer } from "./annotation";

/** The answer as the API takes it. */
export function toWire(answer: Answer): NaturalQuestionsAnswer {
  const long = answer.quality === "good" ? answer.long : null;
  const short = shortAnswerOf(answer);
  return {
    question_quality: answer.quality,
    long_answer: long?.kind === "box" ? { candidate_index: long.box.index } : null,
    short_answers:
      short?.kind === "spans"
        ? short.spans.map(({ start_token, end_token }) => ({ start_token, end_token }))
        : [],
    yes_no_answer: short?.kind === "yes" ? "YES" : short?.kind === "no" ? "NO" : "NONE",
    bad_reason: answer.quality === "bad" ? (answer.reason ?? "") : "",
  };
}

/** An answer whose question was judged. */
export type Submission = NaturalQuestionsAnswer & {
  question_quality: NonNullable<NaturalQuestionsAnswer["question_quality"]>;
};

/** The answer as it is submitted; null while its question is not judged. */
export function toSubmission(answer: Answer): Submission | null {
  const { question_quality, ...rest } = toWire(answer);
  return question_quality === null ? null : { question_quality, ...rest };
}

/** What is kept of the way to an answer. */
export interface Measured {
  readonly active_seconds: ActiveSeconds;
  /** Jumps to boxes with words of the question. */
  readonly word_jumps: number;
}

export function toDraft(answer: Answer, stage: Stage, measured: Measured): Draft {
  const short = shortAnswerOf(answer);
  return {
    ...toWire(answer),
    long_answer_decided: answer.quality === "good" && answer.long.kind !== "undecided",
    short_answer_decided: short !== null && short.kind !== "undecided",
    stage,
    ...measured,
  };
}

/** What is to come of the page with a saved draft: once, and rendered where this browser can. */
export function pageWanted(draft: Draft, loaded: Page | null): "0" | "rendered" | undefined {
  if (loaded !== null) return "0";
  return draft.question_quality === "good" && canUnpack() ? "rendered" : undefined;
}

/** Reads a draft back. What does not fit the page's candidates counts as not decided yet. */
export function fromDraft(draft: Draft | null, candidates: readonly Candidate[]): Answer {
  if (!draft) return EMPTY_ANSWER;
  if (draft.question_quality === "bad") {
    return { quality: "bad", reason: draft.bad_reason === "" ? null : draft.bad_reason };
  }
  if (draft.question_quality === null) return EMPTY_ANSWER;
  const index = draft.long_answer?.candidate_index;
  const box = candidates.find((candidate) => candidate.index === index);
  if (!box) {
    const none = draft.long_answer === null && draft.long_answer_decided;
    return { quality: "good", long: { kind: none ? "none" : "undecided" } };
  }
  const { start_token, end_token } = box;
  const chosen = { index: box.index, start_token, end_token };
  return { quality: "good", long: { kind: "box", box: chosen, short: readShort(draft, chosen) } };
}

function readShort(draft: Draft, box: TokenSpan): ShortAnswer {
  const spans: TokenSpan[] = [];
  const sorted = [...draft.short_answers].sort((a, b) => a.start_token - b.start_token);
  for (const { start_token, end_token } of sorted) {
    const span = { start_token, end_token };
    const fits = end_token > start_token && encloses(box, span);
    if (fits && !spans.some((each) => overlaps(each, span))) spans.push(span);
  }
  if (spans.length > 0) return { kind: "spans", spans };
  if (draft.yes_no_answer !== "NONE") {
    return { kind: draft.yes_no_answer === "YES" ? "yes" : "no" };
  }
  const none = draft.short_answer_decided && draft.short_answers.length === 0;
  return { kind: none ? "none" : "undecided" };
}

/** What tells this page's drafts apart. */
export const DRAFTS: DraftKind<Draft> = {
  isDraft,
  same: sameDraft,
  seconds: ({ active_seconds }) => allSeconds(active_seconds),
};

function isDraft(value: object): value is Draft {
  return "short_answers" in value && Array.isArray(value.short_answers);
}

/** Whether two drafts say the same, however long it took. */
export function sameDraft(one: Draft | null, other: Draft | null): boolean {
  if (!one || !other) return one === other;
  return JSON.stringify(essence(one)) === JSON.stringify(essence(other));
}

/** Whether a draft has a good question, and nothing decided beyond that. */
export function saysOnlyGood(draft: Draft): boolean {
  const { question_quality, long_answer, long_answer_decided } = draft;
  return question_quality === "good" && long_answer === null && !long_answer_decided;
}

function essence(draft: Draft): unknown[] {
  return [
    draft.question_quality,
    draft.bad_reason,
    draft.long_answer?.candidate_index ?? null,
    draft.long_answer_decided,
    draft.short_answers.map(({ start_token, end_token }) => [start_token, end_token]),
    draft.yes_no_answer,
    draft.short_answer_decided,
  ];
}
