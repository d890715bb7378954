import { expect, test } from "vitest";

import { FindInPage } from "./findInPage";
import { documentOf, hideByStyle } from "./testing";

function found(html: string, query: string, limit?: number): string[] {
  return new FindInPage(documentOf(html).body).find(query, limit).map(String);
}

test("finding is blind to case, accents and kinds of white space", () => {
  expect(found("<p>S\u00e3o  Paulo and SAO\u00a0PAULO</p>", "sao paulo")).toEqual([
    "S\u00e3o  Paulo",
    "SAO\u00a0PAULO",
  ]);
});

test("finding is blind to soft hyphens, joiners and accents of their own", () => {
  expect(found("<p>an ex\u00adam<i>\u00adple</i></p>", "example")).toEqual(["ex\u00adam\u00adple"]);
  expect(found("<p>an example</p>", "ex\u00adample")).toEqual(["example"]);
  expect(found("<p>Cafe\u0301s</p>", "cafés")).toEqual(["Cafe\u0301s"]);
  expect(found("<p>caf\u00e9</p>", "cafe\u0301")).toEqual(["caf\u00e9"]);
  // A vowel of Hindi is a mark, and no other may stand in its place.
  expect(found("<p>\u0915\u093f \u0915\u093e</p>", "\u0915\u093e")).toEqual(["\u0915\u093e"]);
});

test("syllables of Hangul and voiced kana are letters of their own", () => {
  expect(found("<p>\ud559\uad50 \ud55c\uad6d</p>", "\ud55c\uad6d")).toEqual(["\ud55c\uad6d"]);
  expect(found("<p>\u304b\u304d \u304c\u304d</p>", "\u304c\u304d")).toEqual(["\u304c\u304d"]);
  expect(found("<p>\u304b\u304d \u304c\u304d</p>", "\u304b\u304d")).toEqual(["\u304b\u304d"]);
  // The same in parts: jamo, and a kana with a mark of its own.
  const hangul = "\ud55c\uad6d".normalize("NFD");
  expect(found(`<p>${hangul}</p>`, "\ud55c\uad6d")).toEqual([hangul]);
  expect(found("<p>\u304b\u3099\u304d</p>", "\u304c\u304d")).toEqual(["\u304b\u3099\u304d"]);
  expect(found("<p>\u304b\u3099\u304d</p>", "\u304b\u304d")).toEqual([]);
});

test("a match runs across inline tags but not from block to block", () => {
  expect(found("<p>Spider<i>-Man</i></p><p>one</p><p>two</p>", "spider-man")).toEqual([
    "Spider-Man",
  ]);
  expect(found("<p>one</p><p>two</p>", "one two")).toEqual([]);
  expect(found("<table><tr><td>one </td><td>two</td></tr></table>", "one two")).toEqual([]);
});

test("signs of regular expressions are searched as they are", () => {
  expect(found("<p>a.b axb (c)* [1]</p>", "a.b")).toEqual(["a.b"]);
  expect(found("<p>a.b axb (c)* [1]</p>", "(c)* [1]")).toEqual(["(c)* [1]"]);
});

test("style sheets and scripts are not searched", () => {
  expect(found("<style>p{color:red}</style><p>red</p>", "red")).toEqual(["red"]);
});

test("an empty query finds nothing and a limit is kept", () => {
  expect(found("<p>a a a</p>", "  ")).toEqual([]);
  expect(found("<p>a a a</p>", "a", 2)).toEqual(["a", "a"]);
});

test("letters that change length in lower case keep the places right", () => {
  expect(found("<p>\u0130\u0130 needle \ud83d\ude00 NEEDLE</p>", "needle")).toEqual([
    "needle",
    "NEEDLE",
  ]);
  expect(found("<p>\ud83d\ude00 a smile</p>", "\ud83d\ude00 a")).toEqual(["\ud83d\ude00 a"]);
});

test("nothing is found that cannot be seen", () => {
  const restore = hideByStyle();
  const hidden = ["display: none", "visibility: hidden"].map(
    (style) => `<i style="${style}">a</i>`,
  );
  expect(found(`<p>A ${hidden.join(" ")}</p>`, "a")).toEqual(["A"]);
  restore();
});
