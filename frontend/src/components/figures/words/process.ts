import type { Words } from "@/components/figures/word";

/** Columns of tables of times and lengths, in the section that each kind has of its own. */
export const WORDS: Words = {
  mean: { label: "Mean" },
  low: { label: "From" },
  high: { label: "To" },
  answers: { label: "Answers" },
  lower_quartile: { label: "Lower quartile" },
  median: { label: "Median" },
  upper_quartile: { label: "Upper quartile" },
  percentile_90: { label: "90th percentile" },
};
