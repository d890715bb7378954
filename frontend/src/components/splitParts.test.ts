import { expect, test } from "vitest";

import { describeSize, partOf } from "./splitParts";

test.each([
  ["80%", { share: 0.8 }],
  ["0.8", { share: 0.8 }],
  ["12,5 %", { share: 0.125 }],
  ["0,125", { share: 0.125 }],
  ["500", { number: 500 }],
  ["1,000", { number: 1000 }],
  ["307,373", { number: 307_373 }],
])("%s is a part", (size, expected) => {
  expect(partOf({ name: " dev ", size })).toEqual({ name: "dev", ...expected });
});

test.each(["", "0", "1.5", "120%", "many", "-3"])("%s is not a part", (size) => {
  expect(partOf({ name: "dev", size })).toBeNull();
});

test("a part on record says its share or its number", () => {
  expect(describeSize({ share: 0.125, number: null })).toBe("12.5%");
  expect(describeSize({ share: null, number: 500 })).toBe("500 examples");
});
