import { readFileSync } from "node:fs";
import path from "node:path";

import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { normalise, normaliseWithPlaces } from "./normalisation";
import { PresenceFinder } from "./presence";
import { splitSentences } from "./sentences";
import { countWords } from "./words";

type Span = [number, number];
interface Table {
  presence: {
    why: string;
    text: string;
    answer: string;
    normalised: string;
    normalised_answer: string;
    found: Span | null;
  }[];
  texts: { text: string; words: number; sentences: Span[] }[];
}

const TABLE = JSON.parse(
  readFileSync(
    path.join(import.meta.dirname, "../../../tests/contracts/presence_cases.json"),
    "utf-8",
  ),
) as Table;

/** The same place in code points, as Python counts. */
function inCodePoints(text: string, start: number, end: number): Span {
  return [Array.from(text.slice(0, start)).length, Array.from(text.slice(0, end)).length];
}

describe("the table that Python and TypeScript share", () => {
  it("has cases", () => {
    expect(TABLE.presence.length).toBeGreaterThan(300);
    expect(TABLE.texts.length).toBeGreaterThan(250);
  });

  it.each(TABLE.presence)("normalises as Python does: $why", (row) => {
    expect(normalise(row.text)).toBe(row.normalised);
    expect(normalise(row.answer)).toBe(row.normalised_answer);
  });

  it.each(TABLE.presence)("finds the short answer where Python does: $why", (row) => {
    const found = new PresenceFinder(row.text).find([row.answer]);
    const place = found === null ? null : (found.place ?? { start: 0, end: 0 });
    expect(place && inCodePoints(row.text, place.start, place.end)).toEqual(row.found);
  });

  it.each(TABLE.texts)("counts words and sentences as Python does: $text", (row) => {
    expect(countWords(row.text)).toBe(row.words);
    expect(
      splitSentences(row.text).map(({ start, end }) => inCodePoints(row.text, start, end)),
    ).toEqual(row.sentences);
  });
});

describe("presence", () => {
  it("takes the first of the equivalent wordings that stands there", () => {
    const finder = new PresenceFinder("Vivaldi wrote The 4 Seasons.");
    expect(finder.find(["four seasons", "4 seasons", "Vivaldi"])).toEqual({
      shortAnswer: "4 seasons",
      place: { start: 18, end: 27 },
    });
  });

  it("lists the disambiguations that are missing", () => {
    const finder = new PresenceFinder("Charles X, then Louis Philippe.");
    expect(finder.missing([["Charles X"], ["Napoleon", "Bonaparte"], ["?"]])).toEqual([1]);
  });

  it("gives every character a place that grows, for any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        const { text: normalised, starts, ends } = normaliseWithPlaces(text);
        expect(starts).toHaveLength(normalised.length);
        expect(ends).toHaveLength(normalised.length);
        starts.forEach((start, unit) => {
          expect(start).toBeLessThan(ends[unit] ?? 0);
          expect(start).toBeGreaterThanOrEqual(starts[unit - 1] ?? 0);
        });
      }),
    );
  });
});
