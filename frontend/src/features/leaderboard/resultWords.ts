/** What groups of examples and results of single examples are called. */

export const RESULTS: Readonly<Record<string, string>> = {
  right: "Right",
  wrong: "A different answer from people’s",
  missed: "No answer, though people have one",
  needless: "An answer, though people have none",
  nothing: "No answer, like people",
};

interface Grouping {
  readonly title: string;
  readonly explanation: string;
  readonly groups: Readonly<Record<string, string>>;
}

export const GROUPINGS: Readonly<Record<string, Grouping>> = {
  all: {
    title: "All examples",
    explanation: "At the thresholds with the best F1, as on the leaderboard.",
    groups: { all: "All" },
  },
  answer_type: {
    title: "By type of answer",
    explanation: "The kind of the long answer that most annotators gave.",
    groups: {
      paragraph: "Paragraph",
      table: "Table",
      row: "Row",
      list: "List",
      "list item": "List item",
    },
  },
  first_paragraph: {
    title: "By place of the paragraph",
    explanation: "Examples whose long answer is a paragraph: the page’s first, or a later one.",
    groups: { true: "First paragraph", false: "Later paragraph" },
  },
  mu: {
    title: "By share of annotators with a long answer (μ)",
    explanation: "The share of an example’s annotations that have a long answer.",
    groups: {
      "0": "None",
      "1": "Up to 20%",
      "2": "20 to 40%",
      "3": "40 to 60%",
      "4": "60 to 80%",
      "5": "80 to 100%",
    },
  },
  yes_no: {
    title: "By yes or no",
    explanation: "Whether an annotator answered yes or no.",
    groups: { true: "Yes or no", false: "Neither" },
  },
  long_answer_given: {
    title: "With the long answer given",
    explanation:
      "Only examples with a right long answer by the system, so only the short one can be wrong.",
    groups: { all: "Long answer right" },
  },
};

export function groupName(grouping: string, group: string): string {
  return GROUPINGS[grouping]?.groups[group] ?? group;
}
