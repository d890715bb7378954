import { expect, test } from "vitest";

import { buildAnnotation } from "@/test/builders";

import { letterPlace, lineOf } from "./answerStyle";
import { countAnswers, differencesOf, runsOf } from "./differences";

const BOX = {
  candidate_index: 3,
  tag: "P",
  start_token: 5,
  end_token: 20,
  start_byte: 50,
  end_byte: 200,
  text: "Oslo is …",
};

function span(start: number, end: number) {
  return { start_token: start, end_token: end, start_byte: 0, end_byte: 0, text: "" };
}

const NOTHING = buildAnnotation();
const BAD = buildAnnotation({ question_quality: "bad" });
const LONG = buildAnnotation({ long_answer: BOX });
const SHORT = buildAnnotation({ long_answer: BOX, short_answers: [span(6, 8)] });
const LONGER = buildAnnotation({ long_answer: BOX, short_answers: [span(6, 9)] });
const ELSEWHERE = buildAnnotation({ long_answer: { ...BOX, candidate_index: 4 } });
const YES = buildAnnotation({ long_answer: BOX, yes_no_answer: "YES" });

test("the decisions in which two annotations differ", () => {
  expect(differencesOf(SHORT, SHORT)).toEqual([]);
  expect(differencesOf(BAD, NOTHING)).toEqual(["question_quality"]);
  expect(differencesOf(LONG, NOTHING)).toEqual(["long_answer"]);
  expect(differencesOf(LONGER, SHORT)).toEqual(["short_answer"]);
  expect(differencesOf(YES, LONG)).toEqual(["short_answer"]);
  expect(differencesOf(ELSEWHERE, SHORT)).toEqual(["long_answer", "short_answer"]);
});

test("a span is cut into what others have too and what only it has", () => {
  expect(runsOf(span(6, 12), [span(8, 10)])).toEqual([
    { start_token: 6, end_token: 8, isShared: false },
    { start_token: 8, end_token: 10, isShared: true },
    { start_token: 10, end_token: 12, isShared: false },
  ]);
  expect(runsOf(span(6, 12), [span(2, 8), span(7, 9)])).toEqual([
    { start_token: 6, end_token: 9, isShared: true },
    { start_token: 9, end_token: 12, isShared: false },
  ]);
  expect(runsOf(span(6, 8), [span(8, 10)])).toEqual([
    { start_token: 6, end_token: 8, isShared: false },
  ]);
});

test("counts are those of Figure 6: a bad question has no answer, yes is a short one", () => {
  expect(countAnswers([NOTHING, BAD, LONG, SHORT, YES])).toEqual({ long: 3, short: 2 });
});

test("neighbours have other lines", () => {
  expect([0, 1, 2, 3, 4].map(lineOf)).toEqual(["solid", "dashed", "dotted", "double", "solid"]);
});

test("letters stand in a table's first cell and a list's first entry", () => {
  const page = document.createElement("div");
  page.innerHTML = "<table><tr><td>a</td><td>b</td></tr></table><ul><li>c</li></ul><p>d</p>";
  const places = ["table", "tr", "ul", "p"].map((name) => {
    const box = page.querySelector(name);
    return box && letterPlace(box).textContent;
  });
  expect(places).toEqual(["a", "a", "c", "d"]);
});
