import { expect, test } from "vitest";

import type { WorkingTime } from "@/api/types";

import { describeLimit, isUp, usedSeconds } from "./workingTime";

const SINCE = "2026-11-20T09:00:00Z";
const TIME: WorkingTime = {
  limit_seconds: 3600,
  used_seconds: 600,
  running_since: SINCE,
  is_up: false,
  was_up_at: null,
  period: 1,
};
const at = (seconds: number) => Date.parse(SINCE) + 1000 * seconds;

test("what was used before and what runs now are added up, to the limit", () => {
  expect([usedSeconds(TIME, at(90)), usedSeconds(TIME, at(9000))]).toEqual([690, 3600]);
});

test("a clock of this computer that is behind the server's takes nothing away", () => {
  expect(usedSeconds(TIME, at(-30))).toBe(600);
});

test("time stands still while the question is parked", () => {
  expect(usedSeconds({ ...TIME, running_since: null }, at(90))).toBe(600);
});

test("time is up at the limit, when the server says so, and never without one", () => {
  expect(isUp(TIME, at(2999))).toBe(false);
  expect(isUp(TIME, at(3000))).toBe(true);
  expect(isUp({ ...TIME, running_since: null, is_up: true }, at(0))).toBe(true);
  expect(isUp({ ...TIME, limit_seconds: null }, at(1e6))).toBe(false);
  expect(describeLimit(TIME)).toBe("60 minutes");
});
