import { describe, expect, it } from "vitest";

import type { Point } from "../shape";
import { flowPath, layOut, NODE, ROW, WHOLE } from "./decisionLayout";

const COLUMNS = { stages: [0, 100, 200], ends: 300, top: 50 };
const GAP = 10;

function end(key: string, value: number, published: number | null = null): Point {
  return {
    series: "",
    key,
    x: null,
    value,
    low: null,
    high: null,
    count: null,
    total: null,
    published,
    examples: null,
  };
}

/** Eighths, which floating point has exactly. */
const ENDS = [
  end("bad", 1 / 8),
  end("no_answer", 3 / 8),
  end("long_only", 1 / 8, 1 / 4),
  end("spans", 2 / 8),
  end("yes_no", 1 / 8),
];

describe("layOut", () => {
  const { nodes, ends, flows, height } = layOut(ENDS, COLUMNS);

  it("lets all, then those that are not bad, then those with a long answer go on", () => {
    expect(nodes.map(({ share, x }) => [share, x])).toEqual([
      [1, 0],
      [7 / 8, 100],
      [4 / 8, 200],
    ]);
    expect(nodes.map((node) => node.height)).toEqual([WHOLE, (7 / 8) * WHOLE, WHOLE / 2]);
  });

  it("stands the ends below each other, each with room for its words and what is published", () => {
    const eighth = WHOLE / 8;
    expect(ends.map(({ y }) => y)).toEqual([
      50,
      50 + ROW + GAP,
      50 + ROW + 3 * eighth + 2 * GAP,
      // A quarter is published of long answers only, twice what is here.
      50 + ROW + 5 * eighth + 3 * GAP,
      50 + ROW + 7 * eighth + 4 * GAP,
    ]);
    expect(ends.map(({ published }) => published)).toEqual([
      null,
      null,
      50 + ROW + 3 * eighth + 2 * GAP + WHOLE / 4,
      null,
      null,
    ]);
    expect(height).toBe(50 + 2 * ROW + 7 * eighth + 5 * GAP);
  });

  it("parts each bar among its flows from top to bottom", () => {
    expect(flows.map(({ key }) => key)).toEqual([
      "0-bad",
      "0-1",
      "1-no_answer",
      "1-2",
      "2-long_only",
      "2-spans",
      "2-yes_no",
    ]);
    for (const [index, node] of nodes.entries()) {
      const parts = flows.filter(({ key }) => key.startsWith(`${index}-`));
      let from = node.y;
      for (const part of parts) {
        expect(part.from).toEqual([node.x + NODE, from]);
        from += part.height;
      }
      expect(from).toBeCloseTo(node.y + node.height, 9);
    }
  });

  it("has no question stage's end where files don't say what is bad", () => {
    const unsaid = layOut([end("unsaid", 0.5), end("long_only", 0.5)], COLUMNS);
    expect(unsaid.nodes.map(({ share }) => share)).toEqual([1, 1, 0.5]);
    expect(unsaid.flows.map(({ key }) => key)).toEqual(["0-1", "1-unsaid", "1-2", "2-long_only"]);
  });
});

describe("flowPath", () => {
  it("is as high at its end as at its beginning", () => {
    expect(flowPath({ key: "", height: 5, from: [0, 10], to: [20, 30] })).toBe(
      "M0 10C10 10 10 30 20 30v5C10 35 10 15 0 15Z",
    );
  });
});
