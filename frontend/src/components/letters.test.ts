import { expect, test } from "vitest";

import { letterOf } from "./letters";

test("letters go on after Z as a spreadsheet's columns do", () => {
  expect([0, 25, 26, 27, 53, 701, 702].map(letterOf)).toEqual([
    "A",
    "Z",
    "AA",
    "AB",
    "BB",
    "ZZ",
    "AAA",
  ]);
});
