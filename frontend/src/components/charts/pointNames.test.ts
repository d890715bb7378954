import { expect, test } from "vitest";

import { placeNames } from "./pointNames";
import type { XYPoint } from "./xyPaths";

const AT = { x: (value: number) => value, y: (value: number) => value };
const PLANE = { left: 0, right: 200 };

function point(name: string, x: number, value: number): XYPoint {
  return {
    key: name,
    name,
    series: "",
    x,
    value,
    low: null,
    high: null,
    reference: null,
    description: "",
  };
}

test("a name stands right of its point, and left of it at the edge", () => {
  const names = placeNames([point("Ada", 50, 50), point("Ben", 190, 90)], AT, PLANE, () => false);
  expect(names).toEqual([
    { key: "Ada", name: "Ada", x: 59, y: 50, side: "start" },
    { key: "Ben", name: "Ben", x: 181, y: 90, side: "end" },
  ]);
});

test("of names without room, those that come first are drawn", () => {
  const crowd = [point("Ada", 100, 50), point("Benedict", 100, 51), point("Chen", 100, 52)];
  const names = placeNames(crowd, AT, PLANE, ({ name }) => name === "Chen");
  expect(names.map(({ name, side }) => [name, side])).toEqual([
    ["Chen", "start"],
    ["Ada", "end"],
  ]);
});
