import type { Annotation } from "@/api/types";
import { boxName } from "@/components/boxNames";

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
  return { long: boxName(tag), short, text };
}
