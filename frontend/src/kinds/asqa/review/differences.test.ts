import fc from "fast-check";
import { expect, test } from "vitest";

import { differences } from "./differences";

function marked(...texts: string[]): string[][] {
  return differences(texts).map((ranges, number) =>
    ranges.map(({ start, end }) => texts[number]?.slice(start, end) ?? ""),
  );
}

test("what only one of two answers says is marked in each", () => {
  expect(
    marked("The Marten family kept the old ferry.", "Since 1712 the Marten family kept the ferry"),
  ).toEqual([["old"], ["Since 1712"]]);
});

test("case and punctuation make no difference, and the inside of a word does", () => {
  expect(marked("It’s kept: by THEM.", "it's kept by them!")).toEqual([[], []]);
  expect(marked("a ferry", "a ferryman")).toEqual([["ferry"], ["ferryman"]]);
});

test("of three answers only what none of the others has is marked", () => {
  expect(marked("one two", "one three", "two four")).toEqual([[], ["three"], ["four"]]);
});

test("a single answer differs from nothing", () => {
  expect(marked("Nobody else wrote.")).toEqual([[]]);
  expect(differences([])).toEqual([]);
});

test("an empty answer beside another leaves that one marked as a whole", () => {
  expect(marked("", "Two words, then.")).toEqual([[], ["Two words, then"]]);
});

test("ranges lie in the text, in order and apart", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.string({ unit: "grapheme" }), (one, other) => {
      const texts = [one, other];
      differences(texts).forEach((ranges, number) => {
        const ends = ranges.flatMap(({ start, end }) => [start, end]);
        expect(ends).toEqual([...ends].sort((a, b) => a - b));
        expect(new Set(ends).size).toBe(ends.length);
        expect(ends.every((end) => end <= (texts[number]?.length ?? 0))).toBe(true);
      });
    }),
  );
});
