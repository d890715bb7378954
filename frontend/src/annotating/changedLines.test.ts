import { expect, test } from "vitest";

import { changedLines } from "./changedLines";

const numbered = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, place) => `line ${from + place}`);

test("a line that was rewritten is removed and added", () => {
  expect(changedLines("# Be kind\nAlways.", "# Be kind\nNearly always.")).toEqual([
    { kind: "same", lines: ["# Be kind"] },
    { kind: "removed", lines: ["Always."] },
    { kind: "added", lines: ["Nearly always."] },
  ]);
});

test("of what stays, the lines around a change are shown", () => {
  const before = numbered(1, 20).join("\n");
  expect(changedLines(before, before.replace("line 10\n", "line ten\n"))).toEqual([
    { kind: "skipped", lines: numbered(1, 7) },
    { kind: "same", lines: ["line 8", "line 9"] },
    { kind: "removed", lines: ["line 10"] },
    { kind: "added", lines: ["line ten"] },
    { kind: "same", lines: ["line 11", "line 12"] },
    { kind: "skipped", lines: numbered(13, 20) },
  ]);
});

test("a line feed at the end is no change, and texts may be empty", () => {
  expect(changedLines("a", "a\n")).toEqual([{ kind: "same", lines: ["a"] }]);
  expect(changedLines("", "a")).toEqual([{ kind: "added", lines: ["a"] }]);
  expect(changedLines("a", "")).toEqual([{ kind: "removed", lines: ["a"] }]);
});

test("a carriage return at the end of a line is no change", () => {
  expect(changedLines("# Be kind\r\nAlways.\r\n", "# Be kind\nNever.\n")).toEqual([
    { kind: "same", lines: ["# Be kind"] },
    { kind: "removed", lines: ["Always."] },
    { kind: "added", lines: ["Never."] },
  ]);
});
