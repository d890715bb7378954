/** Choices of a filter by concern. */
export const CONCERNS = [
  { value: "", label: "Concern or none" },
  { value: "true", label: "With a concern" },
  { value: "false", label: "Without concern" },
];
