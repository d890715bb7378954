import { expect, test } from "vitest";

import {
  describeProgress,
  describeRate,
  finishedPercent,
  ratePerSecond,
  secondsLeft,
} from "./jobProgress";

const STARTED = "2026-11-20T12:00:00Z";
const NOW = new Date("2026-11-20T12:00:50Z");

test("finishedPercent is unknown without a total and never above 100", () => {
  expect(
    [
      { done: 3, total: null },
      { done: 0, total: 0 },
      { done: 1, total: 4 },
      { done: 5, total: 4 },
    ].map(finishedPercent),
  ).toEqual([null, null, 25, 100]);
});

test("rate and time left follow from what was done since the start", () => {
  const job = { done: 100, total: 250, started_at: STARTED };
  expect(ratePerSecond(job, NOW)).toBe(2);
  expect(secondsLeft(job, NOW)).toBe(75);
  expect(describeProgress(job, NOW)).toBe(
    "100 of 250 examples · 2 per second · about 1 min 15 s left",
  );
});

test("nothing is foretold before anything is done or where the total is unknown", () => {
  expect(describeProgress({ done: 0, total: 250, started_at: STARTED }, NOW)).toBe(
    "0 of 250 examples",
  );
  expect(describeProgress({ done: 1, total: null, started_at: null }, NOW)).toBe("1 example");
  expect(describeProgress({ done: 100, total: null, started_at: STARTED }, NOW)).toBe(
    "100 examples · 2 per second",
  );
});

test("a slow rate is told per minute", () => {
  expect([0.001, 0.25, 1, 120.4].map(describeRate)).toEqual([
    "1 per minute",
    "15 per minute",
    "1 per second",
    "120 per second",
  ]);
});
