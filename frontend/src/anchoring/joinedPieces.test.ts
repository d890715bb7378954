import { expect, test } from "vitest";

import { documentOf } from "./testing";
import { TokenIndex } from "./tokenIndex";

/** The tokens of each word of a paragraph, whose tokens are given; spaces are not. */
function wordsOf(...texts: string[]): (readonly [number, number])[] {
  let token = 0;
  const pieces = texts.map((text) =>
    text === " " ? text : `<span data-t="${token++}">${text}</span>`,
  );
  const index = new TokenIndex(documentOf(`<p>${pieces.join("")}</p>`));
  return Array.from({ length: index.wordCount }, (_, word) => {
    const { start_token: start, end_token: end } = index.spanOf(word);
    return [start, end];
  });
}

test("a word goes on after a soft hyphen, and ends at a space or a stop", () => {
  expect(wordsOf("in", "\u00ad", "ter", " ", "\u00ad", "x", ".")).toEqual([
    [0, 3],
    [3, 5],
    [5, 6],
  ]);
  expect(wordsOf("a", "\u00ad", ")")).toEqual([
    [0, 2],
    [2, 3],
  ]);
});

test("a Persian word with a joiner that nobody sees is one", () => {
  expect(wordsOf("می", "\u200c", "خواهم")).toEqual([[0, 3]]);
});

test("flags side by side are one word each", () => {
  expect(wordsOf("🇫", "🇷", "🇩", "🇪")).toEqual([
    [0, 2],
    [2, 4],
  ]);
});

test("a family, a skin tone and a keycap belong to their emoji", () => {
  expect(
    wordsOf("👩", "\u200d", "👩", "\u200d", "👧", " ", "👍", "🏽", " ", "1", "\ufe0f\u20e3"),
  ).toEqual([
    [0, 5],
    [5, 7],
    [7, 9],
  ]);
});

test("letters and stops beside each other stay apart", () => {
  expect(wordsOf("caf", "e\u0301", "(", "👩", ")")).toHaveLength(5);
});
