import type { AnswerSummary } from "@/components/answerSummary";
import { count } from "@/components/format";

import type { LongFormAnnotation } from "./types";

export function describe({
  long_form_answer: text,
  concern,
  word_count: words,
  knowledge,
}: LongFormAnnotation): AnswerSummary {
  return {
    long: concern === "" ? count(words, "word") : "Concern",
    short: concern,
    noShort: "",
    text,
    details: knowledge.map(({ content, page_title: page }) =>
      [content, page].filter(Boolean).join(" · "),
    ),
    isEmpty: text === "",
  };
}
