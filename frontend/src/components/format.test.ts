import { afterEach, expect, test, vi } from "vitest";

import {
  count,
  formatCoefficient,
  formatDate,
  formatDuration,
  formatPercent,
  formatRelative,
  formatShare,
  formatTick,
  isDay,
} from "./format";

afterEach(() => {
  vi.unstubAllEnvs();
});

test("count puts the noun into the plural", () => {
  expect([count(0, "example"), count(1, "example"), count(1200, "reply", "replies")]).toEqual([
    "0 examples",
    "1 example",
    "1,200 replies",
  ]);
});

test("formatShare never rounds a little to none or nearly all to all", () => {
  expect([null, 0, 0.0004, 0.345, 0.9996, 1].map(formatShare)).toEqual([
    "–",
    "0%",
    "<1%",
    "35%",
    "99%",
    "100%",
  ]);
});

test("formatPercent keeps a decimal, and none and all for none and all", () => {
  expect([0, 0.0004, 0.345, 0.3456, 0.9996, 1].map(formatPercent)).toEqual([
    "0%",
    "<0.1%",
    "34.5%",
    "34.6%",
    ">99.9%",
    "100%",
  ]);
});

test("a coefficient that reads as 0 has no sign", () => {
  expect([-0.256, -0.004, 0.004, null].map(formatCoefficient)).toEqual([
    "−0.26",
    "0.00",
    "0.00",
    "–",
  ]);
});

test("ticks between whole numbers are not all the same", () => {
  expect([0, 0.5, 1, 20].map(formatTick)).toEqual(["0", "0.5", "1", "20"]);
  // As d3 computes them.
  expect([0.05, 0.1, 0.15000000000000002, -0.0025].map(formatTick)).toEqual([
    "0.05",
    "0.1",
    "0.15",
    "−0.0025",
  ]);
});

test("formatDuration shows the two largest units", () => {
  expect([null, 0.2, 42, 200, 3600, 7505, 273_600].map(formatDuration)).toEqual([
    "–",
    "0 s",
    "42 s",
    "3 min 20 s",
    "1 h",
    "2 h 5 min",
    "3 d 4 h",
  ]);
});

test("formatRelative says how long ago, and the date after a week", () => {
  const now = new Date("2026-11-20T12:00:00Z");
  expect(
    [
      "2026-11-20T11:59:30Z",
      "2026-11-20T11:55:00Z",
      "2026-11-20T14:00:00Z",
      "2026-11-19T12:00:00Z",
      "2026-11-01T12:00:00Z",
    ].map((at) => formatRelative(at, now)),
  ).toEqual(["just now", "5 min ago", "in 2 hr", "yesterday", "1 Nov 2026"]);
});

test("yesterday and tomorrow are days of the calendar, and 60 minutes an hour", () => {
  vi.stubEnv("TZ", "America/New_York");
  const now = new Date("2026-11-20T01:00:00-05:00");
  expect(
    [
      "2026-11-18T19:00:00-05:00",
      "2026-11-19T00:30:00-05:00",
      "2026-11-21T23:00:00-05:00",
      "2026-11-22T00:30:00-05:00",
      "2026-11-20T00:00:20-05:00",
      "2026-11-21T00:50:00-05:00",
    ].map((at) => formatRelative(at, now)),
  ).toEqual(["2 days ago", "yesterday", "tomorrow", "in 2 days", "1 hr ago", "tomorrow"]);
});

test("a day is the same day west of Greenwich, a point in time the local one", () => {
  vi.stubEnv("TZ", "America/New_York");
  expect(new Date("2026-11-01T02:00:00Z").getDate()).toBe(31);
  expect([formatDate("2026-11-01"), formatDate("2026-11-01T02:00:00Z")]).toEqual([
    "1 Nov 2026",
    "31 Oct 2026",
  ]);
});

test("isDay knows a day from what cannot be one", () => {
  expect(["2026-11-01", "2026-99-99", "2026-11-01T09:00:00Z", "soon", ""].map(isDay)).toEqual([
    true,
    false,
    false,
    false,
    false,
  ]);
});
