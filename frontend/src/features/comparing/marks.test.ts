import { expect, test } from "vitest";

import { piecesOf } from "./marks";

test("an answer is cut at its short answers, the first wording that it has of each", () => {
  const pieces = piecesOf("The Martens keep it since 1712.", [
    { short_answers: ["Marten family", "the Martens"] },
    { short_answers: ["1867"] },
    { short_answers: ["1712"] },
  ]);
  expect(pieces.map(({ text }) => text).join("")).toBe("The Martens keep it since 1712.");
  expect(pieces.filter(({ disambiguations }) => disambiguations.length > 0)).toEqual([
    { text: "Martens", disambiguations: [0], ending: [0] },
    { text: "1712", disambiguations: [2], ending: [2] },
  ]);
});

test("without disambiguations an answer stays whole", () => {
  expect(piecesOf("The ferry.", [])).toEqual([
    { text: "The ferry.", disambiguations: [], ending: [] },
  ]);
});
