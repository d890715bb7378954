import fc from "fast-check";
import { expect, test } from "vitest";

import { documentOf, renderings } from "./testing";
import { lowerBound, TokenIndex } from "./tokenIndex";

test("the words of a page are its tokens in order, with formulas as one word", () => {
  fc.assert(
    fc.property(renderings, ({ html, words }) => {
      const index = new TokenIndex(documentOf(html));
      const found = Array.from({ length: index.wordCount }, (_, word) => index.spanOf(word));
      expect(found).toEqual(words.map(([start_token, end_token]) => ({ start_token, end_token })));
    }),
  );
});

test("each piece leads to its word and each word to its pieces", () => {
  fc.assert(
    fc.property(renderings, ({ html, words }) => {
      const index = new TokenIndex(documentOf(html));
      words.forEach(([, , pieces], word) => {
        const positions = index.piecePositions(word, word + 1);
        expect(positions).toHaveLength(pieces);
        for (const position of positions) {
          expect(index.wordAt(index.pieces[position] ?? null)).toBe(word);
          expect(index.wordAt(index.pieces[position]?.firstChild ?? null)).toBe(word);
        }
      });
    }),
  );
});

test("the words in a candidate are those whose numbers lie in its span", () => {
  fc.assert(
    fc.property(renderings, ({ html, words, candidates }) => {
      const index = new TokenIndex(documentOf(html));
      for (const candidate of candidates) {
        const inside = words.flatMap(([start], word) =>
          start >= candidate.start_token && start < candidate.end_token ? [word] : [],
        );
        const [from, to] = index.wordsIn(candidate);
        expect(Array.from({ length: to - from }, (_, offset) => from + offset)).toEqual(inside);
      }
    }),
  );
});

test("a span that begins inside a formula includes the whole formula", () => {
  const index = new TokenIndex(documentOf('<b data-t="3-6">E = m</b><b data-t="7">is</b>'));
  expect(index.wordsIn({ start_token: 5, end_token: 8 })).toEqual([0, 2]);
});

test("pieces that the document shows in another order are still found by number", () => {
  const index = new TokenIndex(documentOf('<b data-t="7">late</b><b data-t="2">early</b>'));
  expect(index.spanOf(0)).toEqual({ start_token: 2, end_token: 3 });
  expect(index.elementOf(0).textContent).toBe("early");
});

test("values of data-t that are no numbers are left out", () => {
  const html = '<b data-t="x">a</b><b data-t="">b</b><b data-t="5-4">c</b><b data-t="9-1">d</b>';
  expect(new TokenIndex(documentOf(html)).wordCount).toBe(0);
});

test("a node outside every token belongs to no word", () => {
  const page = documentOf('<p>free <b data-t="0">word</b></p>');
  const index = new TokenIndex(page);
  expect(index.wordAt(page.querySelector("p"))).toBeNull();
  expect(index.wordAt(page.querySelector("p")?.firstChild ?? null)).toBeNull();
  expect(index.wordAt(null)).toBeNull();
});

test("lowerBound finds the first position that holds", () => {
  fc.assert(
    fc.property(fc.nat(50), fc.nat(60), (length, threshold) => {
      expect(lowerBound(length, (position) => position >= threshold)).toBe(
        Math.min(length, threshold),
      );
    }),
  );
});
