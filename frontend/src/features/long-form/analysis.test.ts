import { expect, test } from "vitest";

import { analyse, missingIn, nameOf, readSupport } from "./analysis";

const DISAMBIGUATIONS = [
  {
    question: "Who ruled in 1829?",
    short_answers: ["Charles X"],
    context: "Charles X ruled until August.",
    context_page: "Charles X",
  },
  {
    question: "Who followed?",
    short_answers: ["Louis Philippe", "the Citizen King"],
    context: null,
    context_page: null,
  },
];
const PIECE = {
  content: "Louis Philippe followed him.",
  page_title: null,
  page: null,
  start_token: null,
  end_token: null,
};

test("presence, words, coverage and the passage of each sentence are those worked out by hand", () => {
  const support = readSupport(DISAMBIGUATIONS, [PIECE]);
  const text = "Charles X ruled. The citizen king followed him. Bread was dear.";
  const analysis = analyse(text, DISAMBIGUATIONS, support);
  expect(analysis.presence).toEqual([
    { shortAnswer: "Charles X", place: { start: 0, end: 9 } },
    { shortAnswer: "the Citizen King", place: { start: 21, end: 33 } },
  ]);
  expect(analysis.words).toBe(11);
  // All but bread, was, dear: 8 of 11.
  expect(analysis.coverage).toBeCloseTo(8 / 11, 12);
  const named = analysis.sentences.map(({ passage }) => {
    const found = passage === null ? undefined : analysis.passages[passage];
    return found ? nameOf(found) : null;
  });
  // "followed him" are 2 of the 5 tokens of the second sentence: too few.
  expect(named).toEqual(["Context of 1", null, null]);
});

test("a knowledge piece supports the sentence that says the same", () => {
  const support = readSupport(DISAMBIGUATIONS, [PIECE]);
  const { sentences, passages } = analyse("Louis Philippe followed.", DISAMBIGUATIONS, support);
  expect(sentences.map(({ passage }) => passages[passage ?? -1])).toEqual([
    { kind: "knowledge", piece: 0 },
  ]);
});

test("without anything to hold a text against there is no coverage, which is not 0", () => {
  expect(analyse("Charles X ruled.", [], readSupport([], [])).coverage).toBeNull();
  expect(analyse("Bread was dear.", [], readSupport([], [PIECE])).coverage).toBe(0);
});

test("an empty text misses nothing, since it is not an answer", () => {
  expect(missingIn("  ", DISAMBIGUATIONS)).toEqual([]);
  expect(missingIn("Charles X", DISAMBIGUATIONS)).toEqual([1]);
});
