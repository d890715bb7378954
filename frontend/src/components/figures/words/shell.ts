import type { Words } from "@/components/figures/word";

/** Names that several sections use. */
export const WORDS: Words = {
  first_annotations: {
    label: "First annotations only",
    explanation:
      "Adaptive overlap asked for more annotations where people disagree. These figures count only those that every example gets first, so each example counts alike.",
  },
  planned_annotations: {
    label: "Without annotations that disagreement brought",
    explanation:
      "Adaptive overlap asked for more annotations where people disagree. These figures compare those that every example gets first, and all annotations of the agreement sample.",
  },
  low: { label: "From" },
  high: { label: "To" },
  value: { label: "Value" },
  count: { label: "Count" },
  total: { label: "Of" },
  published: { label: "Published" },
  binomial: { label: "Binomial interval" },
  student: { label: "Student’s interval" },
  two_way: { label: "Student’s interval, two-way" },
  two_way_binomial: { label: "Binomial interval, two-way" },
  jackknife: { label: "Jackknife interval" },
  bootstrap: { label: "Bootstrap interval" },
};
