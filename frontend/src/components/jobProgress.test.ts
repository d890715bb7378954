import { expect, test } from "vitest";

import { describeProgress, describeRate, finishedPercent, secondsLeft } from "./jobProgress";

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

test("the time left follows from the rate of the worker that is at it", () => {
  const job = { done: 1000, total: 1150, per_second: 2, message: "" };
  expect(secondsLeft(job)).toBe(75);
  expect(describeProgress(job)).toBe(
    "1,000 of 1,150 examples · 2 per second · about 1 min 15 s left",
  );
});

test("nothing is foretold where rate or total are unknown", () => {
  const unknown = { done: 0, total: 250, per_second: null, message: "Reading the file" };
  expect(describeProgress(unknown)).toBe("0 of 250 examples");
  expect(describeProgress({ ...unknown, done: 1, total: null })).toBe("1 example");
  expect(describeProgress({ ...unknown, done: 100, total: null, per_second: 2 })).toBe(
    "100 examples · 2 per second",
  );
});

test("before the total is known the job says itself what it does", () => {
  const counting = { done: 0, total: null, per_second: null, message: "Counting the lines" };
  expect(describeProgress(counting)).toBe("Counting the lines");
});

test("a slow rate is told per minute", () => {
  expect([0.001, 0.25, 1, 120.4].map(describeRate)).toEqual([
    "1 per minute",
    "15 per minute",
    "1 per second",
    "120 per second",
  ]);
});

test("a ranking counts sentences and questions", () => {
  const ranking = {
    done: 1000,
    total: 2891,
    per_second: null,
    message: "",
    kind: "score_retrieval",
  };
  expect(describeProgress(ranking)).toBe("1,000 of 2,891 sentences and questions");
});

test("a training counts steps, and not the examples in them", () => {
  const training = { done: 9, total: 24, per_second: null, message: "", kind: "train_reader" };
  expect(describeProgress(training)).toBe("9 of 24 steps");
});
