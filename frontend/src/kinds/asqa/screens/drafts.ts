import { allSeconds } from "@/annotating/activeTime";
import type { DraftKind } from "@/annotating/draftStore";
import type { KnowledgePiece } from "@/api/types";

import type { LongFormContent, LongFormDraft } from "../types";

const EMPTY: LongFormContent = {
  long_form_answer: "",
  knowledge: [],
  acknowledged_missing: [],
  concern: "",
};

/** What was written, without when it was saved and how long it took. */
export function contentOf(draft: LongFormContent | null): LongFormContent {
  if (!draft) return EMPTY;
  const { long_form_answer, knowledge, acknowledged_missing, concern } = draft;
  return { long_form_answer, knowledge, acknowledged_missing, concern };
}

/** What tells this page's drafts apart. */
export const DRAFTS: DraftKind<LongFormDraft> = {
  isDraft: (value): value is LongFormDraft =>
    "long_form_answer" in value &&
    typeof value.long_form_answer === "string" &&
    "knowledge" in value &&
    Array.isArray(value.knowledge),
  same: (one, other) => {
    if (!one || !other) return one === other;
    return JSON.stringify(essence(one)) === JSON.stringify(essence(other));
  },
  seconds: ({ active_seconds }) => allSeconds(active_seconds),
};

/** Whether there is anything to submit: an answer, or what is wrong with the disambiguations. */
export function isEmpty({ long_form_answer, concern }: LongFormContent): boolean {
  return long_form_answer.trim() === "" && concern.trim() === "";
}

function essence(draft: LongFormContent): unknown[] {
  return [
    draft.long_form_answer,
    draft.knowledge.map(essenceOfPiece),
    [...draft.acknowledged_missing].sort((a, b) => a - b),
    draft.concern,
  ];
}

/** Whether two pieces say the same. */
export function isSamePiece(one: KnowledgePiece, other: KnowledgePiece): boolean {
  return JSON.stringify(essenceOfPiece(one)) === JSON.stringify(essenceOfPiece(other));
}

function essenceOfPiece(piece: KnowledgePiece): unknown[] {
  return [piece.content, piece.page_title, piece.page, piece.start_token, piece.end_token];
}
