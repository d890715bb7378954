import type { components } from "./schema";

type Schemas = components["schemas"];

export type Disambiguation = Schemas["DisambiguationOutput"];
export type VisitedPage = Schemas["VisitedPageOutput"];
export type KnowledgePiece = Schemas["KnowledgePieceOutput"];
export type WritingSeconds = Schemas["WritingSeconds"];
export type WorkingTime = Schemas["WorkingTimeOutput"];

export interface LongFormContent {
  long_form_answer: string;
  knowledge: KnowledgePiece[];
  /** Disambiguations with an equivalent wording in the text. */
  acknowledged_missing: number[];
  /** What is wrong with the disambiguations; "" if nothing is. */
  concern: string;
}

export type LongFormDraft = LongFormContent & { active_seconds: WritingSeconds };

export type LongFormAssignment = Omit<Schemas["LongFormAssignmentOutput"], "draft"> & {
  draft: LongFormDraft | null;
};
