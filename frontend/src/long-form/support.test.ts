import { expect, test } from "vitest";

import { readContentWords } from "./contentWords";
import { SupportDocument } from "./support";

const BICYCLE = [
  "Who built the first bicycle?\nKarl von Drais\nKarl von Drais built a machine in 1817; the first was of wood.",
  "Who built the first pedals?\nPierre Michaux\n",
  "Michaux sold 1,200 of them between 1867–69, in the nineteenth century.",
];

function sentencesOf(text: string) {
  return new SupportDocument(BICYCLE)
    .sentences(text)
    .map(({ passage, unsupportedNumbers }) => [passage, unsupportedNumbers]);
}

test("a sentence that only has the support's small words is supported by nothing", () => {
  const nonsense = "The first one was in 1977, and the second one in 1999.";
  // What counts is 1977 and 1999.
  expect(new SupportDocument(BICYCLE).share(nonsense)).toBe(0);
  expect(sentencesOf(nonsense)).toEqual([[null, ["1977", "1999"]]]);
  expect(sentencesOf("It was the first one.")).toEqual([[null, []]]);
});

test("a sentence rests on the passage with most of its content words, the earliest among equals", () => {
  // karl, drais, built, machine are in the first; michaux, sold in the last, and the second has one.
  expect(sentencesOf("Karl Drais built the machine. Michaux sold it to sailors.")).toEqual([
    [0, []],
    [2, []],
  ]);
  expect(new SupportDocument(["a red cat", "the red cat"]).sentences("Red.")[0]?.passage).toBe(0);
});

test("two in five content words of one passage are enough, else all passages together may be", () => {
  // Five content words: 2 of them in the first passage, then 1.
  expect(sentencesOf("Drais built carts near Mannheim.")[0]?.[0]).toBe(0);
  expect(sentencesOf("Drais steered carts near Mannheim, wearily.")[0]?.[0]).toBeNull();
  // drais (first), pierre (second), sold (last), and two that nothing has.
  expect(sentencesOf("Drais and Pierre sold carts near Mannheim.")[0]?.[0]).toBe("several");
});

test.each([
  ["1,200 were sold.", []],
  ["1200 were sold in 1869 and 1867.", []],
  ["1201 were sold, 1201.", ["1201", "1201"]],
  ["In the 19th century, in 1817.", []],
  ["In the 18th century, in the 1820s.", ["18th", "1820s"]],
  // Numbers in words and those inside of names are not flagged.
  ["There were two of them, an A4 and a 3D one.", []],
])("numbers that stand in no passage are named: %s", (text, numbers) => {
  expect(sentencesOf(text)[0]?.[1]).toEqual(numbers);
});

test("without passages nothing can be said, and the share is not 0", () => {
  const nothing = new SupportDocument([]);
  expect([nothing.isEmpty, nothing.share("Karl Drais")]).toEqual([true, null]);
  expect(new SupportDocument(BICYCLE).share("It was.")).toBeNull();
  // karl and drais of karl, drais, rode.
  expect(new SupportDocument(BICYCLE).share("Karl Drais rode")).toBeCloseTo(2 / 3, 12);
});

test("content words are numbers in full, names and words of any script, in lower case", () => {
  const { words, spelledNumbers } = readContentWords(
    "Smeaton’s 2nd tower, 1861–65: 16,200.5 Größe",
  );
  expect(words.map(({ word }) => word)).toEqual([
    "smeaton",
    "2",
    "tower",
    "1861",
    "1865",
    "16200.5",
    "größe",
  ]);
  expect(spelledNumbers).toEqual([]);
  expect(readContentWords("the third and the twelve").spelledNumbers).toEqual(["3", "12"]);
});

test("a long answer is measured against a long support document, sentence by sentence", () => {
  const answer = "The king of France ruled until August 1830. ".repeat(250);
  const support = new SupportDocument(["King Charles ruled France. ".repeat(5000)]);
  // king, france, ruled of king, france, ruled, august, 1830.
  expect(support.share(answer)).toBeCloseTo(3 / 5, 12);
  expect(support.sentences(answer)).toHaveLength(250);
});
