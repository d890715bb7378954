import { expect, test } from "vitest";

import { endOfChange, letterChange, runsOn } from "./typing";

test("one letter more or less is found, and nothing else is one", () => {
  expect(letterChange("wal", "wall")).toEqual({ kind: "typed", position: 3, letter: "l" });
  expect(letterChange("wall", "all")).toEqual({ kind: "deleted", position: 0, letter: "w" });
  expect(letterChange("wall", "walls up")).toBeNull();
  expect(letterChange("wall", "bulls")).toBeNull();
  expect(letterChange("wall", "ball")).toBeNull();
});

test("backspace and delete run on, a letter elsewhere does not", () => {
  const deleted = (position: number) => ({ kind: "deleted", position, letter: "a" }) as const;
  const typed = (position: number) => ({ kind: "typed", position, letter: "a" }) as const;
  expect(runsOn(deleted(4), deleted(3))).toBe(true);
  expect(runsOn(deleted(4), deleted(4))).toBe(true);
  expect(runsOn(deleted(4), deleted(1))).toBe(false);
  expect(runsOn(typed(4), deleted(4))).toBe(false);
  expect(runsOn(typed(4), typed(5))).toBe(true);
  expect(runsOn(typed(4), typed(4))).toBe(false);
});

test("the cursor goes behind what came back", () => {
  expect(endOfChange("Masons.", "Masons use it.")).toBe("Masons use it".length);
  expect(endOfChange("Masons use it.", "Masons.")).toBe("Masons".length);
  expect(endOfChange("", "Masons")).toBe(6);
  expect(endOfChange("aa", "a")).toBe(1);
});
