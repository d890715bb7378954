import type { Words } from "../words";

/** Names that several sections use. */
export const WORDS: Words = {
  low: { label: "From" },
  high: { label: "To" },
  value: { label: "Value" },
  count: { label: "Count" },
  total: { label: "Of" },
  published: { label: "Published" },
  binomial: { label: "Binomial interval over examples" },
  student: { label: "Student’s interval over examples" },
  two_way: { label: "Student’s interval over examples and annotators" },
  jackknife: { label: "Jackknife interval over examples" },
  bootstrap: { label: "Bootstrap interval" },
};
