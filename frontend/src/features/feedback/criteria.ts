import type { FeedbackCriterion } from "@/api/guidance";
import type { ProjectKind } from "@/api/types";

export const CRITERION_LABELS: Record<FeedbackCriterion, string> = {
  completeness: "Completeness",
  comprehensiveness: "Comprehensiveness",
  fluency: "Fluency",
  attributability: "Attributability",
  question: "Question",
  long_answer: "Long answer",
  short_answer: "Short answer",
  other: "Something else",
};

const OFFERED: Record<ProjectKind, FeedbackCriterion[]> = {
  asqa: ["completeness", "comprehensiveness", "fluency", "attributability", "other"],
  nq: ["question", "long_answer", "short_answer", "other"],
};

/** What feedback in a project of this kind can be about, for a list to choose from. */
export function criteriaOf(kind: ProjectKind): { value: FeedbackCriterion; label: string }[] {
  return OFFERED[kind].map((value) => ({ value, label: CRITERION_LABELS[value] }));
}
