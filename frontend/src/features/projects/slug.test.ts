import fc from "fast-check";
import { expect, test } from "vitest";

import { slugFromTitle, slugProblem } from "./slug";

test("slugFromTitle keeps letters without their accents, and digits", () => {
  expect(["Réunion, 2nd round!", "  -- ", "Ωmega", "a".repeat(70)].map(slugFromTitle)).toEqual([
    "reunion-2nd-round",
    "",
    "mega",
    "a".repeat(64),
  ]);
});

test("a short name made from any title is empty or usable, unless it is the word new", () => {
  // Of any characters alone hardly a title has one that stays.
  const part = fc.oneof(fc.string({ unit: "grapheme-ascii" }), fc.string({ unit: "binary" }));
  fc.assert(
    fc.property(fc.array(part), (parts) => {
      const slug = slugFromTitle(parts.join(""));
      fc.pre(slug !== "" && slug !== "new");
      expect(slugProblem(slug)).toBeNull();
      expect(slug.length).toBeLessThanOrEqual(64);
    }),
  );
});

test("slugProblem says what is wrong", () => {
  expect(["", "a b", "new", "dev_1-A"].map(slugProblem)).toEqual([
    "Give the project a short name for its address.",
    "Use letters, digits, - and _ only.",
    "This name is taken by the page you are on. Choose another.",
    null,
  ]);
});
