import fc from "fast-check";
import { expect, test } from "vitest";

import type { TokenSpan } from "./spans";
import { documentOf, hideByStyle, renderings, textPositions } from "./testing";
import { at, TokenIndex } from "./tokenIndex";
import {
  rangeToTokenSpan,
  shownInRows,
  shownTextOfSpan,
  textInRows,
  textOfSpan,
  tokenSpanToRanges,
} from "./tokenSpans";

type Place = readonly [Text, number];

/** One range from the start of the first to the end of the last. */
function union(ranges: readonly Range[]): Range {
  const first = ranges[0];
  const last = ranges.at(-1);
  if (!first || !last) throw new Error("No ranges.");
  const whole = first.cloneRange();
  whole.setEnd(last.endContainer, last.endOffset);
  return whole;
}

function rangeOver(page: Document, from: Place, to: Place): Range {
  const range = page.createRange();
  range.setStart(...from);
  range.setEnd(...to);
  return range;
}

/** The range between two places in the page's text, given as any two numbers. */
function rangeBetween(page: Document, one: number, other: number): Range {
  const places = textPositions(page);
  const [low = 0, high = 0] = [one % places.length, other % places.length].sort((a, b) => a - b);
  return rangeOver(page, at(places, low), at(places, high));
}

/** The tokens with a selected character, counted one character at a time. */
function tokensOneByOne(index: TokenIndex, range: Range): TokenSpan | null {
  const touched = index.pieces.flatMap((piece, position) => {
    const walker = piece.ownerDocument.createTreeWalker(piece, 4);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      for (let offset = 0; offset < (node as Text).length; offset++) {
        const before = range.comparePoint(node, offset);
        const after = range.comparePoint(node, offset + 1);
        if (before === 0 && after === 0) return [index.wordOfPiece[position] ?? -1];
      }
    }
    return [];
  });
  return touched.length === 0
    ? null
    : index.spanBetween(Math.min(...touched), Math.max(...touched));
}

test("spans survive the way to ranges and back", () => {
  fc.assert(
    fc.property(renderings, fc.nat(), fc.nat(), ({ html, words }, one, other) => {
      const index = new TokenIndex(documentOf(html));
      const span = index.spanBetween(one % words.length, other % words.length);
      expect(rangeToTokenSpan(index, union(tokenSpanToRanges(index, span)))).toEqual(span);
    }),
  );
});

test("a selection gives exactly the tokens that have a selected character", () => {
  fc.assert(
    fc.property(renderings, fc.nat(), fc.nat(), ({ html }, one, other) => {
      const page = documentOf(html);
      const index = new TokenIndex(page);
      const range = rangeBetween(page, one, other);
      expect(rangeToTokenSpan(index, range)).toEqual(tokensOneByOne(index, range));
    }),
  );
});

test("a selection clipped to a candidate stays in the candidate", () => {
  fc.assert(
    fc.property(renderings, fc.nat(), fc.nat(), ({ html, candidates }, one, other) => {
      const page = documentOf(html);
      const index = new TokenIndex(page);
      const range = rangeBetween(page, one, other);
      const free = rangeToTokenSpan(index, range);
      for (const candidate of candidates) {
        const span = rangeToTokenSpan(index, range, candidate);
        if (!span) continue;
        expect(span.start_token).toBeGreaterThanOrEqual(candidate.start_token);
        expect(span.end_token).toBeLessThanOrEqual(candidate.end_token);
        expect(span.start_token).toBeGreaterThanOrEqual(free?.start_token ?? Infinity);
        expect(span.end_token).toBeLessThanOrEqual(free?.end_token ?? -Infinity);
      }
    }),
  );
});

test("the ranges of a span hold its tokens and no reference mark", () => {
  fc.assert(
    fc.property(renderings, fc.nat(), fc.nat(), ({ html, words }, one, other) => {
      const index = new TokenIndex(documentOf(html));
      const [low, high] = [one % words.length, other % words.length].sort((a, b) => a - b);
      const span = index.spanBetween(low ?? 0, high ?? 0);
      const shown = tokenSpanToRanges(index, span).map(String).join(" ");
      const expected = index
        .piecePositions(low ?? 0, (high ?? 0) + 1)
        .map((position) => index.pieces[position]?.textContent ?? "")
        .join("");
      expect(shown.replace(/\s/g, "")).toBe(expected.replace(/\s/g, ""));
    }),
  );
});

test("a collapsed selection, or one of white space, is no span", () => {
  const page = documentOf('<p><b data-t="0">one</b>   <b data-t="1">two</b></p>');
  const index = new TokenIndex(page);
  const space = page.querySelector("p")?.childNodes[1] as Text;
  expect(rangeToTokenSpan(index, rangeOver(page, [space, 0], [space, 3]))).toBeNull();
  expect(rangeToTokenSpan(index, rangeOver(page, [space, 1], [space, 1]))).toBeNull();
});

test("a formula that is only a picture can be selected", () => {
  const page = documentOf('<p><b data-t="0">one</b><b data-t="1-4"><img alt="x"></b></p>');
  const index = new TokenIndex(page);
  const range = page.createRange();
  range.selectNodeContents(page.body);
  expect(rangeToTokenSpan(index, range)).toEqual({ start_token: 0, end_token: 5 });
});

test("text is read with single spaces, apart from where tokens touch", () => {
  const html =
    '<p><b data-t="1">98</b><b data-t="2">%</b>\n <b data-t="3">of</b><sup>[4]</sup> ' +
    '<b data-t="4">it</b></p><p><b data-t="7">Next</b></p>';
  const index = new TokenIndex(documentOf(html));
  expect(textOfSpan(index, { start_token: 0, end_token: 9 })).toBe("98% of it Next");
});

test("cells side by side are kept apart in text and in ranges", () => {
  const html =
    '<table><tr><td><b data-t="2">1999</b></td><td><b data-t="5">Oslo</b></td></tr></table>';
  const index = new TokenIndex(documentOf(html));
  const span = { start_token: 2, end_token: 6 };
  expect(textOfSpan(index, span)).toBe("1999 Oslo");
  expect(tokenSpanToRanges(index, span).map(String)).toEqual(["1999", "Oslo"]);
});

test("a table has a line for each row, and a paragraph is one", () => {
  const html =
    '<p><b data-t="0">Boats</b> <b data-t="1">here</b></p><table>' +
    '<tr><th><b data-t="4">Name</b></th><th><b data-t="7">Built</b></th></tr>' +
    '<tr><td><b data-t="10">Old</b></td><td><b data-t="13">1712</b></td></tr></table>';
  const index = new TokenIndex(documentOf(html));
  expect(textInRows(index, { start_token: 0, end_token: 14 })).toBe(
    "Boats here\nName Built\nOld 1712",
  );
  expect(textOfSpan(index, { start_token: 2, end_token: 14 })).toBe("Name Built Old 1712");
});

test("a table as the page shows it has the same lines, with exponents", () => {
  const html =
    '<table><tr><td><b data-t="2">Mass</b></td><td><b data-t="5">10</b><sup>24</sup></td></tr>' +
    '<tr><td><b data-t="9">Age</b></td><td><b data-t="12">10</b><sup>9</sup></td></tr></table>';
  const index = new TokenIndex(documentOf(html));
  const span = { start_token: 0, end_token: 15 };
  expect(shownInRows(index, span)).toBe("Mass 10²⁴\nAge 10⁹");
  expect(shownTextOfSpan(index, span)).toBe("Mass 10²⁴ Age 10⁹");
  expect(textInRows(index, span)).toBe("Mass 10\nAge 10");
});

test("exponents are shown raised, and reference marks are not", () => {
  const html =
    '<p><b data-t="0">5.97</b><b data-t="1">×</b><b data-t="2">10</b><sup>24</sup> ' +
    '<b data-t="3">kg</b><sup class="reference">3</sup> <b data-t="4">in</b> <b data-t="5">the</b> ' +
    '<b data-t="6">20</b><sup>th</sup> <b data-t="7">century</b><sup>[a]</sup><b data-t="8">.</b></p>';
  const index = new TokenIndex(documentOf(html));
  const span = { start_token: 0, end_token: 9 };
  expect(shownTextOfSpan(index, span)).toBe("5.97×10²⁴ kg in the 20th century.");
  expect(textOfSpan(index, span)).toBe("5.97×10 kg in the 20 century.");
  expect(tokenSpanToRanges(index, span).map(String)).toEqual([
    "5.97×1024 kg",
    "in the 20th century",
    ".",
  ]);
});

test("an exponent stands with the word that it touches", () => {
  const span = { start_token: 0, end_token: 9 };
  const shown = (html: string) => shownTextOfSpan(new TokenIndex(documentOf(html)), span);
  expect(shown('<b data-t="0">of</b> <sup>235</sup><b data-t="1">U</b>')).toBe("of ²³⁵U");
  expect(shown('<b data-t="0">of</b> <sup>235</sup> <b data-t="1">U</b>')).toBe("of ²³⁵ U");
  expect(shown('<b data-t="0">of</b><sup>[2]</sup> <sup>2</sup><b data-t="1">H</b>')).toBe("of ²H");
  const cells = (text: string) => `<table><tr><td><b data-t="0">10</b>${text}</td></tr></table>`;
  expect(shown(cells('<sup>24</sup></td><td><b data-t="3">5</b>'))).toBe("10²⁴ 5");
  expect(shown(cells('</td>\n<td><sup>2</sup><b data-t="3">H</b>'))).toBe("10 ²H");
});

test("an exponent before hidden tokens is shown", () => {
  const restore = hideByStyle();
  const html =
    '<table><tr><td><b data-t="0">10</b><sup>24</sup></td><td><span style="display: none">' +
    '<b data-t="3">7024</b></span><b data-t="4">5</b></td></tr></table>';
  const index = new TokenIndex(documentOf(html));
  expect(shownTextOfSpan(index, { start_token: 0, end_token: 5 })).toBe("10²⁴ 5");
  restore();
});

test("an exponent belongs to the word before it, where the span ends with that word", () => {
  const html =
    '<p><i><b data-t="0">10</b></i><sup>24</sup> <b data-t="1">kg</b> <b data-t="2">or</b> ' +
    '<b data-t="3">10</b><sup class="reference">7</sup> <sup>2</sup><b data-t="4">H</b></p>';
  const index = new TokenIndex(documentOf(html));
  const shown = [0, 1, 3].map((from) =>
    shownTextOfSpan(index, { start_token: from, end_token: from + 1 }),
  );
  expect(shown).toEqual(["10²⁴", "kg", "10"]);
  const ranges = tokenSpanToRanges(index, { start_token: 0, end_token: 1 });
  expect(ranges.map(String)).toEqual(["1024"]);
  expect(ranges.map((range) => rangeToTokenSpan(index, range))).toEqual([
    { start_token: 0, end_token: 1 },
  ]);
});

test("hidden tokens are neither shown nor selected by their ends", () => {
  const restore = hideByStyle();
  const page = documentOf(
    '<table><tr><td><span style="display: none"><b data-t="0">7024597</b><b data-t="1">♠</b></span>' +
      '<b data-t="2">5.97</b> <b data-t="3">kg</b></td></tr></table>',
  );
  const index = new TokenIndex(page);
  expect(shownTextOfSpan(index, { start_token: 0, end_token: 4 })).toBe("5.97 kg");
  expect([0, 1, 2, 3].map((word) => index.isWordShown(word))).toEqual([false, false, true, true]);
  const range = page.createRange();
  range.selectNodeContents(page.body);
  expect(rangeToTokenSpan(index, range)).toEqual({ start_token: 2, end_token: 4 });
  restore();
});

test("while the page is not on screen, all of it counts as shown", () => {
  const restore = hideByStyle();
  const page = documentOf('<p style="display: none"><b data-t="0">one</b></p>');
  const index = new TokenIndex(page);
  page.body.style.display = "none";
  expect(shownTextOfSpan(index, { start_token: 0, end_token: 1 })).toBe("one");
  page.body.style.display = "";
  expect(shownTextOfSpan(index, { start_token: 0, end_token: 1 })).toBe("");
  restore();
});
