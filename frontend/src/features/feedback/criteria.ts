import type { FeedbackCriterion } from "@/api/guidance";

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

/** What feedback can be about, for a list to choose from. */
export function choicesOf(
  criteria: readonly FeedbackCriterion[],
): { value: FeedbackCriterion; label: string }[] {
  return criteria.map((value) => ({ value, label: CRITERION_LABELS[value] }));
}
