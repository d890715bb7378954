import { expect, test } from "vitest";

import { EVERYTHING } from "./address";
import { agreementOf, found, piecesOf } from "./searching";
import type { Row } from "./shapes";

const row = (id: string, values: Partial<Row> = {}): Row => ({
  id,
  question: "who lit the tower",
  split: "dev",
  type: "short",
  count: 5,
  most: 3,
  words: ["Henry Hall"],
  ...values,
});

const idsOf = (rows: readonly Row[]) => rows.map(({ id }) => id);

test("all words are looked for, in the question and the answers", () => {
  const rows = [row("1"), row("2", { words: ["Smeaton"] })];
  const ids = (words: string) => idsOf(found(rows, { ...EVERYTHING, words }));
  expect(ids("TOWER hall")).toEqual(["1"]);
  expect(ids("tower")).toEqual(["1", "2"]);
  expect(ids("tower hall smeaton")).toEqual([]);
});

test("filters go together", () => {
  const rows = [row("1"), row("2", { split: "test" }), row("3", { type: "yes" })];
  expect(idsOf(found(rows, { ...EVERYTHING, split: "dev", type: "short" }))).toEqual(["1"]);
  expect(idsOf(found(rows, { ...EVERYTHING, agreement: "all" }))).toEqual([]);
});

test("agreement is by how many gave the most frequent answer", () => {
  const of = (most: number | null, count: number) => agreementOf(row("1", { most, count }));
  expect([of(5, 5), of(3, 5), of(2, 4), of(1, 5)]).toEqual(["all", "most", "few", "few"]);
  // One answer agrees with nothing, and written answers are never the same.
  expect([of(1, 1), of(0, 0), of(null, 5)]).toEqual(["", "", ""]);
});

test("found words are the pieces at odd places, the longest first", () => {
  expect(piecesOf("The tower, then", "the then")).toEqual(["", "The", " tower, ", "then", ""]);
  expect(piecesOf("a (b)", "(b")).toEqual(["a ", "(b", ")"]);
  expect(piecesOf("a", " ")).toEqual(["a"]);
});
