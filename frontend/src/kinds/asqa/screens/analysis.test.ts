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

test("presence, words, support and the passage of each sentence are those worked out by hand", () => {
  const support = readSupport(DISAMBIGUATIONS, [PIECE]);
  const text = "Charles X ruled. The citizen king followed him. Bread was dear.";
  const analysis = analyse(text, DISAMBIGUATIONS, support);
  expect(analysis.presence).toEqual([
    { shortAnswer: "Charles X", place: { start: 0, end: 9 } },
    { shortAnswer: "the Citizen King", place: { start: 21, end: 33 } },
  ]);
  expect(analysis.words).toBe(11);
  // charles, x, ruled; citizen, king, followed; not bread and dear: 6 of 8.
  expect(analysis.supportedShare).toBeCloseTo(6 / 8, 12);
  const named = analysis.sentences.map(({ passage }) => {
    const found = typeof passage === "number" ? analysis.passages[passage] : undefined;
    return found ? nameOf(found) : null;
  });
  expect(named).toEqual(["Disambiguation 1", "Disambiguation 2", null]);
});

test("a knowledge piece supports the sentence that says the same", () => {
  const support = readSupport([], [PIECE]);
  const { sentences, passages } = analyse("Philippe followed him there.", [], support);
  expect(sentences.map(({ passage }) => passages[Number(passage)])).toEqual([
    { kind: "knowledge", piece: 0 },
  ]);
});

test("without anything to hold a text against there is no share, which is not 0", () => {
  expect(analyse("Charles X ruled.", [], readSupport([], [])).supportedShare).toBeNull();
  expect(analyse("Bread was dear.", [], readSupport([], [PIECE])).supportedShare).toBe(0);
});

test("an empty text misses nothing, since it is not an answer", () => {
  expect(missingIn("  ", DISAMBIGUATIONS)).toEqual([]);
  expect(missingIn("Charles X", DISAMBIGUATIONS)).toEqual([1]);
});
