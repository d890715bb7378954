import type { AnswerSummary } from "@/components/answerSummary";
import { describeBadReason } from "@/components/badReasons";
import { boxName } from "@/components/boxNames";

import type { NaturalQuestionsAnnotation } from "./types";

export function describe(answer: NaturalQuestionsAnnotation): AnswerSummary {
  const nothing = { short: "", noShort: "", text: "", details: [], isEmpty: true };
  if (answer.question_quality === "bad") {
    const why = describeBadReason(answer.bad_reason);
    return {
      long: why === "" ? "Bad question" : `Bad question, after the page: ${why}`,
      ...nothing,
    };
  }
  if (answer.long_answer === null) return { long: "No answer", ...nothing };
  const { tag, text } = answer.long_answer;
  const short =
    answer.yes_no_answer === "NONE"
      ? answer.short_answers.map((span) => span.text).join("; ")
      : answer.yes_no_answer === "YES"
        ? "Yes"
        : "No";
  return {
    long: boxName(tag),
    short,
    noShort: "No short answer",
    text,
    details: [],
    isEmpty: false,
  };
}
