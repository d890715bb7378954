import type { components } from "@/api/schema";
import type { Assignment, KnowledgePiece } from "@/api/types";

type Schemas = components["schemas"];

export interface LongFormContent {
  long_form_answer: string;
  knowledge: KnowledgePiece[];
  /** Disambiguations with an equivalent wording in the text. */
  acknowledged_missing: number[];
  /** What is wrong with the disambiguations; "" if nothing is. */
  concern: string;
}

export type LongFormAnnotation = Schemas["LongFormAnnotationOutput"];

/** The answer so far, as it is saved. */
export type LongFormDraft = LongFormContent & { active_seconds: Schemas["WritingSeconds"] | null };

export type LongFormAssignment = Extract<Assignment, { kind: "asqa" }>;
