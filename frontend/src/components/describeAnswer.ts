import type { Annotation, LongFormAnnotation, NaturalQuestionsAnnotation } from "@/api/types";
import { boxName } from "@/components/boxNames";

import { describeBadReason } from "./badReasons";
import { count } from "./format";

type NaturalQuestionsAnswer = Pick<
  NaturalQuestionsAnnotation,
  "kind" | "question_quality" | "long_answer" | "short_answers" | "yes_no_answer" | "bad_reason"
>;
type LongFormAnswer = Pick<
  LongFormAnnotation,
  "kind" | "long_form_answer" | "concern" | "word_count"
>;

export interface AnswerSummary {
  /** What kind of answer it is, in a word or two. */
  long: string;
  /** The short answer, or "" when there is none. */
  short: string;
  /** The long answer's own words, or "" when there is none. */
  text: string;
  /** Whether nothing was answered. */
  isEmpty: boolean;
}

/** How long somebody worked on an answer; null if that wasn't measured. */
export function secondsOf({ active_seconds: seconds }: Pick<Annotation, "active_seconds">) {
  if (seconds === null) return null;
  return "writing" in seconds
    ? seconds.writing
    : seconds.question + seconds.long_answer + seconds.short_answer;
}

/** An annotation's answer in words fit for a table row. */
export function describeAnswer(answer: NaturalQuestionsAnswer | LongFormAnswer): AnswerSummary {
  return answer.kind === "asqa" ? describeLongForm(answer) : describeNaturalQuestions(answer);
}

function describeLongForm(answer: LongFormAnswer): AnswerSummary {
  const { long_form_answer: text, concern } = answer;
  return {
    long: concern === "" ? count(answer.word_count, "word") : "Concern",
    short: concern,
    text,
    isEmpty: text === "",
  };
}

function describeNaturalQuestions(answer: NaturalQuestionsAnswer): AnswerSummary {
  const nothing = { short: "", text: "", isEmpty: true };
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
  return { long: boxName(tag), short, text, isEmpty: false };
}
