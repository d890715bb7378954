import { expect, test } from "vitest";

import { WORDS } from "./agreement";
import NAMES from "./agreement.names.json";

test("every name of the section has words", () => {
  expect(NAMES.filter((name) => WORDS[name] === undefined)).toEqual([]);
});

test("no words are left over from names that are gone", () => {
  const known = new Set(NAMES);
  expect(Object.keys(WORDS).filter((name) => !known.has(name))).toEqual([]);
});
