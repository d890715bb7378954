import fc from "fast-check";
import { expect, test } from "vitest";

import { segmentsOf } from "./segments";

const found = (disambiguation: number, start: number, end: number) => ({
  disambiguation,
  short_answer: "",
  start,
  end,
});

test("short answers and differences cut the text where they begin and end", () => {
  expect(
    segmentsOf("Ann Marten kept it", [found(1, 0, 10), found(0, 4, 10)], [{ start: 4, end: 15 }]),
  ).toEqual([
    { text: "Ann ", isDifferent: false, disambiguations: [1], ending: [] },
    { text: "Marten", isDifferent: true, disambiguations: [0, 1], ending: [0, 1] },
    { text: " kept", isDifferent: true, disambiguations: [], ending: [] },
    { text: " it", isDifferent: false, disambiguations: [], ending: [] },
  ]);
});

test("places are characters, also behind one that takes two units", () => {
  expect(segmentsOf("🜂🜂 fire", [found(0, 3, 7)], []).map(({ text }) => text)).toEqual([
    "🜂🜂 ",
    "fire",
  ]);
});

test("what is present without a place marks nothing, and an empty text has no pieces", () => {
  expect(segmentsOf("Who?", [found(0, 0, 0)], [])).toEqual([
    { text: "Who?", isDifferent: false, disambiguations: [], ending: [] },
  ]);
  expect(segmentsOf("", [], [])).toEqual([]);
});

test("the pieces together are the text, whatever is marked", () => {
  const range = fc.tuple(fc.nat(30), fc.nat(30)).map(([one, other]) => ({
    start: Math.min(one, other),
    end: Math.max(one, other),
  }));
  fc.assert(
    fc.property(
      fc.string({ unit: "grapheme", minLength: 30 }),
      fc.array(range, { maxLength: 4 }),
      fc.array(range, { maxLength: 4 }),
      (text, places, different) => {
        const answers = places.map(({ start, end }, number) => found(number, start, end));
        const pieces = segmentsOf(text, answers, different);
        expect(pieces.map((piece) => piece.text).join("")).toBe(text);
      },
    ),
  );
});
