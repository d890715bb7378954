import { expect, test } from "vitest";

import { cutAt, toCodePoints } from "./codePoints";

test("a character beyond the basic plane counts once", () => {
  expect(toCodePoints("a😀b", 3)).toBe(2);
});

test("a span is cut where the server means it", () => {
  expect(cutAt("a😀bcd", 1, 3)).toEqual({ before: "a", marked: "😀b", after: "cd" });
});
