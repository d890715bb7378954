import { expect, test } from "vitest";

import { dayDomain, dayFormat, dayTicks } from "./days";

const day = (date: string) => Date.parse(date) / 86_400_000;

test("an axis of one day has that day alone", () => {
  const only = day("2026-11-29");
  expect(dayDomain([only])).toEqual([only - 0.5, only + 0.5]);
  expect(dayTicks([only], 6).map(dayFormat([only]))).toEqual(["29 Nov"]);
});

test("an axis spans the days that exist, in whole steps", () => {
  const days = [day("2026-11-16"), day("2026-11-20"), day("2026-11-28")];
  expect(dayDomain(days)).toEqual([days[0], days[2]]);
  expect(dayTicks(days, 5).map(dayFormat(days))).toEqual([
    "16 Nov",
    "19 Nov",
    "22 Nov",
    "25 Nov",
    "28 Nov",
  ]);
  expect(dayTicks([days[0] ?? 0, (days[0] ?? 0) + 1], 6)).toHaveLength(2);
});

test("days of two years are named with their year", () => {
  const days = [day("2026-12-30"), day("2027-01-02")];
  expect(dayTicks(days, 2).map(dayFormat(days))).toEqual(["30 Dec 2026", "2 Jan 2027"]);
});
