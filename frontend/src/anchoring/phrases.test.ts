import { expect, test } from "vitest";

import { beginsPhrase, endsPhrase } from "./phrases";

test("a phrase begins behind a mark and at an opening one, in any script", () => {
  const begins = [
    ["Rome", ","],
    ["Rome", "1901,"],
    ["(1901", "in"],
    ["$", "``"],
    ["\u0631\u0648\u0645\u0627", "\u060c"],
    ["1868", "\u3002"],
  ] as const;
  expect(begins.filter(([word, before]) => !beginsPhrase(word, before))).toEqual([]);
  const goesOn = [
    ["Rome", "in"],
    ["Curie", "-"],
    ["of", "40%"],
    ["'s", "Ada"],
    [")", "."],
  ] as const;
  expect(goesOn.filter(([word, before]) => beginsPhrase(word, before))).toEqual([]);
});

test("a phrase ends before its mark or with it", () => {
  expect([
    endsPhrase("King", "("),
    endsPhrase("King", "(1901)"),
    endsPhrase("1901,", "by"),
  ]).toEqual([true, true, true]);
  expect([endsPhrase("Ada", "King"), endsPhrase("Curie", "-"), endsPhrase(",", '"')]).toEqual([
    false,
    false,
    false,
  ]);
});
