import { expect, test } from "vitest";

import { checkPassword } from "./passwordRules";

const met = (password: string, ...names: string[]) =>
  checkPassword(password, names).map(({ isMet }) => isMet);

test("a long password that is not the name meets every rule", () => {
  expect(met("seven plumb lines", "ada", "Ada Lovelace")).toEqual([true, true, true]);
});

test("nothing typed meets no rule", () => {
  expect(met("", "ada")).toEqual([false, false, false]);
});

test("digits alone are no password", () => {
  expect(met("12345678901", "ada")).toEqual([true, false, true]);
});

test("a password is not made of the name or of the address", () => {
  expect(met("lovelace-1815", "ada", "Ada Lovelace")).toEqual([true, true, false]);
  expect(met("countess!countess", "ada", "", "countess@example.org")).toEqual([true, true, false]);
  expect(met("ada-ada-ada", "ada")).toEqual([true, true, false]);
});

test("a name among other words does no harm", () => {
  expect(met("lovelace loves plumb lines", "ada", "Ada Lovelace")).toEqual([true, true, true]);
});
