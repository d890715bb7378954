import type { FeedbackCriterion } from "@/api/guidance";
import type { ProjectKind } from "@/api/types";
import { KINDS } from "@/kinds/kinds";

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

/** What feedback in a project of this kind can be about, for a list to choose from. */
export function criteriaOf(kind: ProjectKind): { value: FeedbackCriterion; label: string }[] {
  return KINDS[kind].criteria.map((value) => ({ value, label: CRITERION_LABELS[value] }));
}
