import { expect, test } from "vitest";

import { domainOf, linesOf } from "./Axes";
import { legendHeight } from "./Legend";
import { isOut } from "./XYChart";
import { areaPath, linePath, stubbedPath, type XYPoint } from "./xyPaths";

const AT = {
  x: (value: number) => value * 10,
  y: (value: number) => 100 - value,
};

function point(x: number, changes: Partial<XYPoint> = {}): XYPoint {
  return {
    key: String(x),
    series: "",
    x,
    value: x,
    low: null,
    high: null,
    reference: null,
    description: "",
    ...changes,
  };
}

test("a line is broken where a number is missing", () => {
  const points = [1, 2, 3, 4].map((x) => point(x, { low: x === 3 ? null : x }));
  expect(linePath(points, "value", AT)).toBe("M10 99L20 98L30 97L40 96");
  expect(linePath(points, "low", AT)).toBe("M10 99L20 98M40 96");
});

test("a number without neighbours is a short line of its own", () => {
  const points = [point(1), point(2, { reference: 50 }), point(3)];
  expect(stubbedPath(points, "reference", AT)).toBe("M20 50M8 50L32 50");
  const together = [point(4, { low: 10 }), point(4, { low: 10 })];
  expect(stubbedPath(together, "low", AT)).toContain("M28 90L52 90");
});

test("a band goes along the upper ends and back along the lower ones, in parts", () => {
  const points = [1, 2, 3, 4, 5].map((x) => point(x, x === 3 ? {} : { low: x - 1, high: x + 1 }));
  expect(areaPath(points, AT)).toBe("M10 98L20 97L20 99L10 100ZM40 95L50 94L50 96L40 97Z");
});

test("a point is beyond its limits only where a plot has limits", () => {
  const low = point(1, { value: 1, low: 2, high: 3 });
  const high = point(1, { value: 4, low: 2, high: 3 });
  const at = point(1, { value: 3, low: 2, high: 3 });
  expect([low, high, at].map((each) => isOut("funnel", each))).toEqual([true, true, false]);
  expect(isOut("line", low)).toBe(false);
});

test("a scale holds all its numbers with room, and a share's never leaves 0 to 1", () => {
  expect(domainOf([2, 12], { fromZero: false })).toEqual([1.2, 12.8]);
  expect(domainOf([0.5, 0.98], { fromZero: true, within: [0, 1] })).toEqual([0, 1]);
  expect(domainOf([], { fromZero: true })).toEqual([0, 1]);
  const [low, high] = domainOf([5, 5], { fromZero: false });
  expect(low).toBeLessThan(5);
  expect(high).toBeGreaterThan(5);
});

test("names below an axis are cut at spaces into three lines at most", () => {
  expect(linesOf("Long answer only", 64)).toEqual(["Long", "answer", "only"]);
  expect(linesOf("Long answer only", 200)).toEqual(["Long answer only"]);
  expect(linesOf("one two three four five", 32)).toEqual(["one", "two", "three…"]);
});

test("a legend that is too wide takes a further row", () => {
  expect(legendHeight(["a", "b"], 680)).toBe(26);
  expect(legendHeight(["a".repeat(40), "b".repeat(40), "c"], 680)).toBe(52);
});
