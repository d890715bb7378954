import { expect, test } from "vitest";

import { ActiveTime } from "./activeTime";

const STAGES = ["question", "long_answer", "short_answer"] as const;

function begin(before?: { question: number; long_answer: number; short_answer: number }) {
  return new ActiveTime({
    at: 0,
    stages: STAGES,
    stage: "question",
    visible: true,
    before: before ?? null,
  });
}

test("each stage counts its own time", () => {
  const time = begin();
  time.setStage("long_answer", 5_000);
  time.noteInput(20_000);
  time.setStage("short_answer", 30_000);
  expect(time.read(31_500)).toEqual({ question: 5, long_answer: 25, short_answer: 1.5 });
});

test("time past the idle limit after the last input is left out", () => {
  const time = begin();
  time.noteInput(10_000);
  expect(time.isActive(69_000)).toBe(true);
  expect(time.isActive(71_000)).toBe(false);
  time.noteInput(500_000);
  expect(time.read(505_000)).toEqual({ question: 75, long_answer: 0, short_answer: 0 });
});

test("somebody whose tab was hidden just now was there", () => {
  const time = begin();
  time.noteInput(10_000);
  time.setVisible(false, 20_000);
  expect([time.isActive(20_000), time.isPresent(20_000)]).toEqual([false, true]);
  expect(time.isPresent(71_000)).toBe(false);
});

test("reading the time during a long pause does not restart it", () => {
  const time = begin();
  time.read(50_000);
  time.read(90_000);
  expect(time.read(600_000)).toEqual({ question: 60, long_answer: 0, short_answer: 0 });
});

test("hidden time is left out, and coming back counts as input", () => {
  const time = begin();
  time.setVisible(false, 4_000);
  time.setVisible(true, 400_000);
  expect(time.read(410_000)).toEqual({ question: 14, long_answer: 0, short_answer: 0 });
});

test("a change of stage is no input of its own", () => {
  const time = begin();
  time.setStage("long_answer", 100_000);
  expect(time.read(200_000)).toEqual({ question: 60, long_answer: 0, short_answer: 0 });
});

test("time from a draft is carried on, and the review counts for no stage", () => {
  const time = begin({ question: 3, long_answer: 7.5, short_answer: 0 });
  time.setStage(null, 2_000);
  expect(time.read(9_000)).toEqual({ question: 5, long_answer: 7.5, short_answer: 0 });
});
