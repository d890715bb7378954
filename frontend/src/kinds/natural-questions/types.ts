import type { components } from "@/api/schema";
import type { Assignment } from "@/api/types";

type Schemas = components["schemas"];

export type QuestionQuality = Schemas["QuestionQuality"];
export type YesNoAnswer = Schemas["YesNoAnswer"];
export type Stage = Schemas["StageEnum"];
export type BadReason = Schemas["BadReasonEnum"];
export type ActiveSeconds = Schemas["ActiveSeconds"];

export type NaturalQuestionsAnnotation = Schemas["NaturalQuestionsAnnotationOutput"];
export type NaturalQuestionsAssignment = Extract<Assignment, { kind: "nq" }>;

/** The answer so far, as it is saved; `decided` tells *no answer* from *not chosen yet*. */
export type Draft = NonNullable<NaturalQuestionsAssignment["draft"]>;

/** An answer without what is kept of the way to it. */
export type NaturalQuestionsAnswer = Omit<
  Draft,
  "long_answer_decided" | "short_answer_decided" | "stage" | "active_seconds" | "word_jumps"
>;
