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

test.each(["\u200e", "\u200f", "\u202c", "\u2061", "\u2069", "\ufeff", "\u180e"])(
  "a mark that nobody sees is no end of a word (%#)",
  (mark) => {
    expect(wordsOf("in", mark, "tern", " ", "(", mark, "x")).toEqual([
      [0, 3],
      [3, 5],
      [5, 6],
    ]);
  },
);

test("a zero width space ends a word", () => {
  expect(wordsOf("in", "\u200b", "tern")).toHaveLength(3);
});

test("the flag of England, a kiss and a kanji with its variant are one word each", () => {
  const tags = ["\u{e0067}", "\u{e0062}", "\u{e0065}", "\u{e006e}", "\u{e0067}", "\u{e007f}"];
  expect(wordsOf("🏴", ...tags, "x")).toEqual([
    [0, 7],
    [7, 8],
  ]);
  const kiss = ["👩", "\u200d", "❤", "\ufe0f", "\u200d", "💋", "\u200d", "👨"];
  expect(wordsOf(...kiss, "!")).toEqual([
    [0, 8],
    [8, 9],
  ]);
  expect(wordsOf("辻", "\u{e0100}", "さん")).toEqual([
    [0, 2],
    [2, 3],
  ]);
});

test("a word goes on into bold letters", () => {
  const pieces = '<span data-t="0">ex</span><span data-t="1">\u00ad</span>';
  const index = new TokenIndex(documentOf(`<p>${pieces}<b><span data-t="2">tra</span></b></p>`));
  expect(index.spanOf(0)).toMatchObject({ start_token: 0, end_token: 3 });
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
