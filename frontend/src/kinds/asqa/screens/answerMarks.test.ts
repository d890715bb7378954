import fc from "fast-check";
import { expect, test } from "vitest";

import { cutAtPlaces } from "./answerMarks";

test("a text is cut at the places of its short answers", () => {
  expect(
    cutAtPlaces("Masons and surveyors.", [{ start: 0, end: 6 }, null, { start: 11, end: 20 }]),
  ).toEqual([
    { text: "Masons", start: 0, disambiguations: [0] },
    { text: " and ", start: 6, disambiguations: [] },
    { text: "surveyors", start: 11, disambiguations: [2] },
    { text: ".", start: 20, disambiguations: [] },
  ]);
});

test("the common part of two places belongs to both", () => {
  expect(
    cutAtPlaces("4 May 1867", [
      { start: 0, end: 10 },
      { start: 6, end: 10 },
    ]),
  ).toEqual([
    { text: "4 May ", start: 0, disambiguations: [0] },
    { text: "1867", start: 6, disambiguations: [0, 1] },
  ]);
});

test("the stretches are the text again, whatever the places", () => {
  const place = fc
    .tuple(fc.nat(40), fc.nat(40))
    .map(([one, other]) => ({ start: Math.min(one, other), end: Math.max(one, other) }));
  fc.assert(
    fc.property(fc.string({ maxLength: 40 }), fc.array(fc.option(place)), (text, places) => {
      const stretches = cutAtPlaces(text, places);
      expect(stretches.map((each) => each.text).join("")).toBe(text);
    }),
  );
});
