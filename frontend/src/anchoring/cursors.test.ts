import { expect, test, vi } from "vitest";

import { CandidateCursor } from "./candidateCursor";
import { PageView } from "./pageView";
import type { Candidate } from "./spans";
import { documentOf, hideByStyle } from "./testing";
import { WordCursor } from "./wordCursor";

const words = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, offset) => `<b data-t="${from + offset}">w</b>`).join(" ");

const HTML = `
  <p data-c="0">${words(1, 5)}</p>
  <table data-c="1"><tbody><tr data-c="2"><td>${words(9, 12)}</td></tr></tbody></table>`;

const CANDIDATES: Candidate[] = [
  { index: 0, tag: "P", start_token: 0, end_token: 6 },
  { index: 1, tag: "Table", start_token: 6, end_token: 16 },
  { index: 2, tag: "Tr", start_token: 7, end_token: 14 },
];

function openCandidates() {
  const view = new PageView(documentOf(HTML), CANDIDATES);
  const moves: (number | null)[] = [];
  const cursor = new CandidateCursor(view, (candidate) => moves.push(candidate?.index ?? null));
  const lit = () => view.document.querySelector("[data-hover]")?.getAttribute("data-c") ?? null;
  return { cursor, moves, lit, view };
}

test("arrow keys reach every kind of box from the chosen one", () => {
  const { cursor, moves, lit } = openCandidates();
  for (const key of ["ArrowDown", "ArrowRight", "ArrowLeft", "ArrowUp", "End", "Home"]) {
    expect(cursor.moveByKey(key, 0)).toBe(true);
  }
  expect(moves).toEqual([1, 2, 1, 0, 1, 0]);
  expect(lit()).toBe("0");
  expect(cursor.moveByKey("q", 0)).toBe(false);
});

test("in a page written from right to left the boxes inside lie on the left", () => {
  const { cursor, moves, view } = openCandidates();
  // A document that no window shows has no directions.
  vi.spyOn(view.document, "defaultView", "get").mockReturnValue(window);
  const rightToLeft = { direction: "rtl" } as CSSStyleDeclaration;
  vi.spyOn(window, "getComputedStyle").mockReturnValue(rightToLeft);
  for (const key of ["ArrowDown", "ArrowLeft", "ArrowRight"]) cursor.moveByKey(key, 0);
  expect(moves).toEqual([1, 2, 1]);
});

test("in text written from right to left the words go on to the left", () => {
  const page = documentOf(`<div style="direction: rtl">${HTML}</div>`);
  const cursor = new WordCursor(new PageView(page, CANDIDATES), { start_token: 0, end_token: 6 });
  for (const key of ["Home", "ArrowLeft", "ArrowLeft", "ArrowRight"]) cursor.moveByKey(key);
  expect(cursor.span).toEqual({ start_token: 2, end_token: 3 });
});

test("a box that is no longer lit is no longer what keys have moved to", () => {
  const { cursor, moves, lit } = openCandidates();
  cursor.moveByKey("End", null);
  cursor.clear();
  expect(moves).toEqual([1, null]);
  expect(lit()).toBeNull();
  expect(cursor.target(null)).toBeNull();
});

test("at the edges of the page the cursor stays", () => {
  const { cursor, moves } = openCandidates();
  cursor.moveByKey("ArrowUp", 0);
  cursor.moveByKey("ArrowLeft", 0);
  expect([moves, cursor.position]).toEqual([[], null]);
});

test("keys begin in view where the chosen box has been scrolled away", () => {
  const { cursor, moves, view } = openCandidates();
  const away = view.elementOf(0);
  if (away) away.getBoundingClientRect = () => new DOMRect(0, -300, 100, 50);
  const below = view.elementOf(2);
  if (below) below.getBoundingClientRect = () => new DOMRect(0, 40, 100, 50);
  expect([cursor.start(0), cursor.start(1)]).toEqual([null, 1]);
  cursor.moveByKey("ArrowDown", 0);
  expect(moves).toEqual([2]);
});

test("the pointer takes over from the keys, without telling of every move", () => {
  const { cursor, moves, lit } = openCandidates();
  cursor.moveTo(1, "keys");
  cursor.hover(2);
  cursor.hover(0);
  expect([moves, lit()]).toEqual([[1, null], "0"]);
});

test("enter takes where keys have moved to, else the chosen box, else the lit one", () => {
  const { cursor } = openCandidates();
  cursor.hover(2);
  expect([cursor.target(null), cursor.target(0)]).toEqual([2, 0]);
  cursor.moveTo(1, "keys");
  expect(cursor.target(0)).toBe(1);
});

function openWords() {
  return new WordCursor(new PageView(documentOf(HTML), CANDIDATES), {
    start_token: 7,
    end_token: 14,
  });
}

test("the word cursor begins at either end of the box and stays inside", () => {
  const cursor = openWords();
  cursor.moveByKey("ArrowRight");
  expect(cursor.span).toEqual({ start_token: 9, end_token: 10 });
  for (let step = 0; step < 5; step++) cursor.moveByKey("ArrowRight");
  expect(cursor.span).toEqual({ start_token: 11, end_token: 12 });
  const backwards = openWords();
  backwards.moveByKey("ArrowLeft");
  expect(backwards.span).toEqual({ start_token: 11, end_token: 12 });
});

test("shift stretches in both directions", () => {
  const cursor = openWords();
  cursor.placeAt(5);
  cursor.moveByKey("ArrowLeft", { extend: true });
  expect(cursor.span).toEqual({ start_token: 9, end_token: 11 });
  cursor.moveByKey("End", { extend: true });
  expect(cursor.span).toEqual({ start_token: 10, end_token: 12 });
});

test("with far, an arrow goes five words that can be seen, and never out of the box", () => {
  const words = Array.from({ length: 12 }, (_, place) => `<b data-t="${place + 1}">w${place}</b>`);
  const box = { index: 0, tag: "P", start_token: 0, end_token: 14 };
  const cursor = new WordCursor(
    new PageView(documentOf(`<p data-c="0">${words.join(" ")}</p>`), [box]),
    box,
  );
  const places = ["ArrowRight", "ArrowRight", "ArrowRight", "ArrowRight", "ArrowLeft"].map(
    (key) => {
      cursor.moveByKey(key, { far: true });
      return cursor.place?.word;
    },
  );
  expect(places).toEqual([6, 11, 12, 12, 7]);
  cursor.moveByKey("ArrowRight", { far: true, extend: true });
  expect(cursor.span).toEqual({ start_token: 7, end_token: 13 });
});

test("with far, an arrow up or down goes to the beginning of a phrase, and extends to its end", () => {
  const text = "Founded in 1901 , by Ada King ( a writer ) in Rome .".split(" ");
  const html = text.map((word, place) => `<b data-t="${place + 1}">${word}</b>`).join(" ");
  const box = { index: 0, tag: "P", start_token: 0, end_token: text.length + 2 };
  const view = new PageView(documentOf(`<p data-c="0">${html}</p>`), [box]);
  const press = (cursor: WordCursor, key: string, extend = false) => {
    cursor.moveByKey(key, { far: true, extend });
    return cursor.span && view.shownTextOf(cursor.span);
  };
  const ahead = new WordCursor(view, box);
  const keys = Array.from({ length: 5 }, () => "ArrowDown");
  expect(keys.map((key) => press(ahead, key))).toEqual(["by", "a", "in", ".", "."]);
  const back = new WordCursor(view, box);
  const reached = ["ArrowUp", "ArrowUp", "ArrowUp"].map((key) => press(back, key));
  expect(reached).toEqual(["in", "a", "by"]);
  expect([press(back, "ArrowDown", true), press(back, "ArrowDown", true)]).toEqual([
    "by Ada King",
    "by Ada King ( a writer",
  ]);
});

test("a marked cursor marks nothing more until it moves, or extends what was marked", () => {
  const cursor = openWords();
  cursor.moveByKey("Home");
  const marked = cursor.span ?? { start_token: 0, end_token: 0 };
  cursor.spend(marked);
  expect(cursor.span).toBeNull();
  cursor.moveByKey("ArrowRight", { extend: true });
  expect(cursor.span).toEqual({ start_token: marked.start_token, end_token: 11 });
  cursor.spend({ start_token: 9, end_token: 11 });
  cursor.moveByKey("ArrowRight");
  expect(cursor.span).toEqual({ start_token: 11, end_token: 12 });
});

test("the cursor knows its place among the words, and the sentence around it", () => {
  const sentences = ["One", "two.", "Three", "four", "five.", "Six"];
  const html = sentences.map((word, place) => `<b data-t="${place + 1}">${word}</b>`).join(" ");
  const view = new PageView(documentOf(`<p data-c="0">${html}</p>`), [
    { index: 0, tag: "P", start_token: 0, end_token: 8 },
  ]);
  const cursor = new WordCursor(view, { start_token: 0, end_token: 8 });
  expect([cursor.place, cursor.sentence]).toEqual([null, ""]);
  cursor.placeAt(3);
  expect([cursor.place, cursor.sentence]).toEqual([{ word: 4, of: 6 }, "Three four five."]);
});

test("a sentence does not end at a hidden full stop, and ends at that of Urdu", () => {
  const undo = hideByStyle();
  const html = `<b data-t="1">One</b> <b data-t="2" style="display: none">two.</b>
    <b data-t="3">three\u06d4</b> <b data-t="4">Four</b>`;
  const box = { start_token: 0, end_token: 6 };
  const view = new PageView(documentOf(`<p data-c="0">${html}</p>`), [
    { index: 0, tag: "P", ...box },
  ]);
  const cursor = new WordCursor(view, box);
  cursor.placeAt(0);
  expect(cursor.sentence).toBe("One three\u06d4");
  undo();
});

test("the cursor is put on all words that were found, inside the box alone", () => {
  const cursor = openWords();
  cursor.placeOn({ start_token: 10, end_token: 12 });
  expect(cursor.span).toEqual({ start_token: 10, end_token: 12 });
  cursor.placeOn({ start_token: 0, end_token: 11 });
  expect(cursor.span).toEqual({ start_token: 10, end_token: 12 });
});

test("a word outside the box is no place for the cursor", () => {
  const cursor = openWords();
  cursor.placeAt(0);
  expect(cursor.span).toBeNull();
  cursor.extendTo(null);
  expect(cursor.span).toBeNull();
});

test("the word cursor passes over what is hidden", () => {
  const restore = hideByStyle();
  const html =
    '<p data-c="0"><i style="display: none"><b data-t="1">007</b></i><b data-t="2">seven</b> ' +
    '<i style="display: none"><b data-t="3">x</b></i><b data-t="4">men</b>' +
    '<i style="display: none"><b data-t="5">y</b></i></p>';
  const box = { index: 0, tag: "P", start_token: 0, end_token: 7 };
  const cursor = new WordCursor(new PageView(documentOf(html), [box]), box);
  const stops = ["Home", "ArrowRight", "ArrowRight", "ArrowLeft", "ArrowLeft", "End"].map((key) => {
    cursor.moveByKey(key);
    return cursor.span?.start_token;
  });
  expect(stops).toEqual([2, 4, 4, 2, 2, 4]);
  restore();
});

test("arrows begin at the words in view where the cursor is not, unless they extend", () => {
  document.body.innerHTML = `<p data-c="0">${words(1, 9)}</p>`;
  const box = { start_token: 0, end_token: 10 };
  const view = new PageView(document, [{ index: 0, tag: "P", ...box }]);
  vi.stubGlobal("scrollBy", () => undefined);
  let above = 300;
  // A word in each line of 100 pixels, of which jsdom's window shows seven.
  const place = function (this: Element) {
    return new DOMRect(0, Number(this.getAttribute("data-t")) * 100 - above, 10, 90);
  };
  vi.spyOn(Element.prototype, "getBoundingClientRect").mockImplementation(place);
  const cursor = new WordCursor(view, box);
  const press = (key: string, extend = false) => {
    document.dispatchEvent(new Event("scrollend"));
    cursor.moveByKey(key, { extend });
    return cursor.span;
  };
  expect(press("ArrowRight")).toEqual({ start_token: 3, end_token: 4 });
  expect(press("ArrowRight")).toEqual({ start_token: 4, end_token: 5 });
  above = 600;
  expect(press("ArrowRight", true)).toEqual({ start_token: 4, end_token: 6 });
  expect(press("ArrowDown")).toEqual({ start_token: 6, end_token: 7 });
  above = -300;
  expect(press("ArrowLeft")).toEqual({ start_token: 3, end_token: 4 });
  // While the page is on its way to them, what is in view is no place to begin.
  above = 600;
  view.reveal(document.querySelector("p") ?? document.body, "keys");
  cursor.moveByKey("ArrowRight");
  expect(cursor.span).toEqual({ start_token: 4, end_token: 5 });
  cursor.placeAt(2);
  // Where no word is in view, they go on from the cursor.
  above = 2000;
  expect(press("ArrowRight")).toEqual({ start_token: 4, end_token: 5 });
});
