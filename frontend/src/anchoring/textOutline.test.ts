import { expect, test } from "vitest";

import { textOutline, type Edges } from "./textOutline";

const edges = (left: number, right: number, top: number, bottom: number): Edges => ({
  left,
  right,
  top,
  bottom,
});

const BOX = edges(100, 500, 50, 110);
/** Three lines of 20 pixels, of which the last is short. */
const LINES = [edges(100, 380, 52, 68), edges(100, 390, 72, 88), edges(100, 250, 92, 108)];
/** Something on the right that ends before the third line. */
const INFOBOX = edges(420, 500, 0, 89);

test("a frame leaves out what floats on the right of the lines beside it", () => {
  expect(textOutline(BOX, LINES, [INFOBOX])).toEqual([
    [96, 46],
    [416, 46],
    [416, 90],
    [504, 90],
    [504, 114],
    [96, 114],
    [96, 90],
    [96, 90],
  ]);
});

test("a frame leaves out what floats on the left", () => {
  const texts = LINES.map((line) => ({ ...line, left: 200, right: 490 }));
  expect(textOutline(BOX, texts, [edges(100, 180, 0, 300)])).toEqual([
    [184, 46],
    [504, 46],
    [504, 114],
    [184, 114],
  ]);
});

test("words, exponents and smaller letters of a line make up one line", () => {
  const texts = [edges(150, 160, 48, 58), edges(100, 148, 52, 68), edges(162, 380, 52, 68)];
  expect(textOutline(BOX, texts, [INFOBOX])).toEqual([
    [96, 44],
    [416, 44],
    [416, 114],
    [96, 114],
  ]);
});

test("what floats elsewhere changes nothing, and a box without text has no frame", () => {
  expect(textOutline(BOX, LINES, [edges(420, 500, 300, 400)])).toHaveLength(4);
  expect(textOutline(BOX, [], [INFOBOX])).toEqual([]);
});
