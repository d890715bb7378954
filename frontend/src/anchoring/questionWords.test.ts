import { expect, test } from "vitest";

import { PageView } from "./pageView";
import { contentWords, QuestionWords } from "./questionWords";
import { documentOf, hideByStyle } from "./testing";

/** A paragraph, box `index`, whose words are tokens from `first` on. */
function paragraph(index: number, first: number, text: string): string {
  const words = text.split(" ").map((word, place) => `<b data-t="${first + place}">${word}</b>`);
  return `<p data-c="${index}">${words.join(" ")}</p>`;
}

const VIEW = () =>
  new PageView(
    documentOf(
      paragraph(0, 1, "The bridge is old") +
        paragraph(1, 11, "The stone Bridge opened in 1867") +
        paragraph(2, 21, "A ferry and a boat") +
        `<table data-c="3"><tr data-c="4"><td><b data-t="32">bridge</b> <b data-t="33">stone</b></td></tr></table>`,
    ),
    [0, 1, 2, 3, 4].map((index) => ({
      index,
      tag: index === 4 ? "Tr" : index === 3 ? "Table" : "P",
      start_token: index === 4 ? 31 : index * 10,
      end_token: index === 3 ? 40 : index === 4 ? 39 : index * 10 + 8,
    })),
  );

test("the words of a question are those that say what it is about", () => {
  expect(contentWords("When was the Stone Bridge opened, and by whom?")).toEqual(
    new Set(["stone", "bridge", "opened"]),
  );
  expect(contentWords("où est Zürich")).toEqual(new Set(["ou", "est", "zurich"]));
});

test("words of Korean and Japanese keep their letters, however they are written", () => {
  expect(contentWords("\ud55c\uad6d \ud559\uad50")).toEqual(
    new Set(["\ud55c\uad6d", "\ud559\uad50"]),
  );
  const words = "\u304b\u304d \u304c\u304d";
  expect(contentWords(words)).toEqual(new Set(words.split(" ")));
  expect(contentWords(words.normalize("NFD"))).toEqual(new Set(words.split(" ")));
});

test("boxes come in the order of the page, whatever they have of the question", () => {
  const words = new QuestionWords(VIEW(), "when was the stone bridge opened");
  // One word of three is too little, and a table counts by its rows.
  expect([words.next(0, 1), words.next(1, 1), words.next(4, 1)]).toEqual([1, 4, null]);
  expect([words.next(4, -1), words.next(1, -1)]).toEqual([1, null]);
});

test("of a question with one such word, that one is enough", () => {
  const words = new QuestionWords(VIEW(), "what is a ferry");
  expect([words.next(0, 1), words.next(2, 1)]).toEqual([2, null]);
});

test("words that soft hyphens and tags cut in pieces count as a whole", () => {
  const html =
    '<p data-c="0"><b data-t="1">old</b></p>' +
    '<p data-c="1"><b data-t="4">fer</b><b data-t="5">\u00ad</b><b data-t="6">ry</b> ' +
    '<i><b data-t="7">b</b></i><b data-t="7">oat</b></p>';
  const view = new PageView(documentOf(html), [
    { index: 0, tag: "P", start_token: 0, end_token: 3 },
    { index: 1, tag: "P", start_token: 3, end_token: 9 },
  ]);
  expect(new QuestionWords(view, "is the ferry a boat").next(0, 1)).toBe(1);
});

test("a question of nothing but small words leads nowhere", () => {
  expect(new QuestionWords(VIEW(), "what is it").next(0, 1)).toBeNull();
});

test("a table none of whose rows has enough words counts as a whole", () => {
  const rows = ["stone age", "a bridge", "new"].map(
    (text, row) =>
      `<tr data-c="${row + 1}"><td>${text
        .split(" ")
        .map((word, place) => `<b data-t="${row * 10 + place + 2}">${word}</b>`)
        .join(" ")}</td></tr>`,
  );
  const view = new PageView(documentOf(`<table data-c="0">${rows.join("")}</table>`), [
    { index: 0, tag: "Table", start_token: 0, end_token: 40 },
    ...[0, 1, 2].map((row) => ({
      index: row + 1,
      tag: "Tr",
      start_token: row * 10 + 1,
      end_token: row * 10 + 9,
    })),
  ]);
  const words = new QuestionWords(view, "when was the stone bridge opened");
  expect([words.next(3, -1), words.next(0, 1)]).toEqual([0, null]);
});

test("words that cannot be seen lead nowhere", () => {
  const restore = hideByStyle();
  const html =
    '<p data-c="0"><b data-t="1">old</b> <b data-t="2" style="display: none">ferry</b></p>';
  const view = new PageView(documentOf(html), [
    { index: 0, tag: "P", start_token: 0, end_token: 4 },
  ]);
  expect(new QuestionWords(view, "what is a ferry").next(null, 1)).toBeNull();
  restore();
});
