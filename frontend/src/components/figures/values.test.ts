import { afterEach, expect, test, vi } from "vitest";

import { dayOf, dayOfDate, formatInterval, formatTick, formatValue } from "./values";

afterEach(() => {
  vi.unstubAllEnvs();
});

test("a day of statistics is the one in UTC", () => {
  vi.stubEnv("TZ", "Europe/Athens");
  expect(new Date("2026-11-05T23:30:00Z").getDate()).toBe(6);
  expect([dayOf("2026-11-05T23:30:00Z"), dayOf(Date.UTC(2026, 10, 5, 23))]).toEqual([
    "2026-11-05",
    "2026-11-05",
  ]);
});

test("each unit reads in its own way", () => {
  expect(
    [
      [0.1234, "share"],
      [0.0004, "share"],
      [0.9996, "share"],
      [1 - Number.EPSILON, "share"],
      [80, "seconds"],
      [130, "seconds"],
      [1.234, "bits"],
      [64.84, "words"],
      [1234, "count"],
      [-0.256, "coefficient"],
      [12.5, "per_day"],
      [0.036, "per_day"],
      [0.04, "count"],
      [0, "count"],
      [0.004, "bits"],
      [20_778, "date"],
      [0.31381, ""],
      [null, "share"],
    ].map(([value, unit]) => formatValue(value as number | null, unit as string)),
  ).toEqual([
    "12.3%",
    "<0.1%",
    ">99.9%",
    "100%",
    "80 s",
    "2 min 10 s",
    "1.23 bits",
    "64.8 words",
    "1,234",
    "−0.26",
    "12.5 a day",
    "<0.1 a day",
    "<0.1",
    "0",
    "<0.01 bits",
    "21 Nov 2026",
    "0.314",
    "–",
  ]);
});

test("a number below zero keeps its size and its sign", () => {
  expect(
    [
      [-80, "seconds"],
      [-130, "seconds"],
      [-0.02, "seconds"],
      [-0.125, "share"],
      [-0.0004, "share"],
      [-0.9996, "share"],
      [-1, "share"],
    ].map(([value, unit]) => formatValue(value as number, unit as string)),
  ).toEqual(["−80 s", "−2 min 10 s", "0 s", "−12.5%", ">−0.1%", "<−99.9%", "−100%"]);
  expect(formatInterval({ low: -190, high: 130 }, "seconds")).toBe("−3 min 10 s to 2 min 10 s");
});

test("an interval has its unit once, and words between its ends where a dash would mislead", () => {
  expect(formatInterval({ low: 0.376, high: 0.41 }, "share")).toBe("37.6–41%");
  expect(formatInterval({ low: 93.7, high: 103.9 }, "seconds")).toBe("93.7–103.9 s");
  expect(formatInterval({ low: 110, high: 130 }, "seconds")).toBe("110 s to 2 min 10 s");
  expect(formatInterval({ low: 122, high: 130 }, "seconds")).toBe("2 min 2 s to 2 min 10 s");
  expect(formatInterval({ low: -0.1, high: 0.2 }, "coefficient")).toBe("−0.10 to 0.20");
  expect(formatInterval({ low: 0.2, high: null }, "share")).toBeNull();
});

test("a date is a day on the axis and back", () => {
  expect(dayOfDate("1970-01-02")).toBe(1);
  expect(dayOfDate("soon")).toBeNull();
  expect(formatTick(20_778, "date")).toBe("21 Nov");
});

test("ticks of small shares and numbers stand where they say", () => {
  expect([0.0005, 0.001, 0.07, 0.9995].map((share) => formatTick(share, "share"))).toEqual([
    "0.05%",
    "0.1%",
    "7%",
    "99.95%",
  ]);
  expect(formatTick(0.0025, "coefficient")).toBe("0.0025");
});
