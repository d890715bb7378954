import { expect, test } from "vitest";

import { buildAnnotation } from "@/test/builders";

import type { NaturalQuestionsAnnotation } from "../types";
import { distinctAnswers, shortAnswerText } from "./distinctAnswers";

function annotation(
  id: number,
  changes: Partial<NaturalQuestionsAnnotation> = {},
): NaturalQuestionsAnnotation {
  return buildAnnotation({ id, annotator: `annotator ${id}`, ...changes });
}

const BOX = {
  candidate_index: 3,
  tag: "P",
  start_token: 5,
  end_token: 20,
  start_byte: 50,
  end_byte: 200,
  text: "Oslo is …",
};
const SPAN = { start_token: 6, end_token: 8, start_byte: 60, end_byte: 80, text: "in Oslo" };

test("annotations that say the same share a colour, the most frequent first", () => {
  const groups = distinctAnswers([
    annotation(1),
    annotation(2, { long_answer: BOX, short_answers: [SPAN] }),
    annotation(3, { long_answer: BOX, short_answers: [SPAN] }),
    annotation(4, { long_answer: BOX, yes_no_answer: "YES" }),
    annotation(5, { question_quality: "bad" }),
  ]);
  expect(
    groups.map(({ colour, annotations }) => [colour, annotations.map(({ id }) => id)]),
  ).toEqual([
    [0, [2, 3]],
    [1, [1]],
    [2, [4]],
    [3, [5]],
  ]);
});

test("a good question and one of an imported file are the same without an answer", () => {
  const groups = distinctAnswers([annotation(1), annotation(2, { question_quality: null })]);
  expect(groups).toHaveLength(1);
});

test("past the last colour the first is used again", () => {
  const many = Array.from({ length: 9 }, (_, id) =>
    annotation(id, { long_answer: { ...BOX, candidate_index: id } }),
  );
  expect(distinctAnswers(many).map(({ colour }) => colour)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 0]);
});

test("a short answer reads as its spans, or yes or no", () => {
  expect(shortAnswerText(annotation(1, { long_answer: BOX, short_answers: [SPAN, SPAN] }))).toBe(
    "in Oslo · in Oslo",
  );
  expect(shortAnswerText(annotation(1, { long_answer: BOX, yes_no_answer: "NO" }))).toBe("No");
  expect(shortAnswerText(annotation(1, { long_answer: BOX }))).toBe("");
});
