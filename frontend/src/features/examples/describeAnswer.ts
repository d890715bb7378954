import type { Annotation } from "@/api/types";

/** HTML tags of long answers as people call them. */
const BOX_NAMES: Readonly<Record<string, string>> = {
  P: "Paragraph",
  Table: "Table",
  Tr: "Table row",
  Ul: "List",
  Ol: "List",
  Dl: "Definition list",
  Li: "List item",
  Dd: "Definition",
  Dt: "Term",
};

type Answer = Pick<
  Annotation,
  "question_quality" | "long_answer" | "short_answers" | "yes_no_answer"
>;

export interface AnswerSummary {
  /** What kind of answer it is, in a word or two. */
  long: string;
  /** The short answer, or "" when there is none. */
  short: string;
  /** The long answer's own words, or "" when there is none. */
  text: string;
}

/** An annotation's answer in words fit for a table row. */
export function describeAnswer(answer: Answer): AnswerSummary {
  if (answer.question_quality === "bad") return { long: "Bad question", short: "", text: "" };
  if (answer.long_answer === null) return { long: "No answer", short: "", text: "" };
  const { tag, text } = answer.long_answer;
  const short =
    answer.yes_no_answer === "NONE"
      ? answer.short_answers.map((span) => span.text).join("; ")
      : answer.yes_no_answer === "YES"
        ? "Yes"
        : "No";
  return { long: BOX_NAMES[tag] ?? tag, short, text };
}
