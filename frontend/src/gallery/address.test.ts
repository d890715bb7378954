import { expect, test } from "vitest";

import { addressOfExample, addressOfSearch, EVERYTHING, placeOf } from "./address";

test("a search has an address that leads back to it", () => {
  const search = { words: "a & b", split: "dev", type: "yes", agreement: "few", page: 3 };
  expect(placeOf(addressOfSearch(search))).toEqual({ name: "examples", search });
  expect(addressOfSearch(EVERYTHING)).toBe("#/");
});

test("an example has an address with the chosen answer", () => {
  const address = addressOfExample("-12", "tower", 2);
  expect(placeOf(address)).toEqual({ name: "example", id: "-12", answer: 2, words: "tower" });
});

test("what nobody knows leads to the list", () => {
  const list = { name: "examples", search: EVERYTHING };
  for (const hash of ["", "#", "#/nothing", "#/example/../x", "#/?page=-1"]) {
    expect(placeOf(hash)).toEqual(list);
  }
});
