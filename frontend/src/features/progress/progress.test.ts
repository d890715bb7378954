import { expect, test } from "vitest";

import type { Project, ProjectProgress } from "@/api/types";
import { buildOwnProgress, buildProject, buildProjectProgress } from "@/test/builders";

import { fillDays, roundUp } from "./AnnotationsPerDay";
import { isNew, listSteps } from "./FirstSteps";
import { describeNextStep } from "./MyWork";

test("fillDays puts zeros where nothing was submitted and leaves older days out", () => {
  const days = [
    { date: "2026-02-27", annotations: 9 },
    { date: "2026-03-01", annotations: 4 },
  ];
  expect(fillDays(days, new Date("2026-03-02T23:30:00Z"), 3)).toEqual([
    { date: "2026-02-28", annotations: 0 },
    { date: "2026-03-01", annotations: 4 },
    { date: "2026-03-02", annotations: 0 },
  ]);
});

test("roundUp gives the top of a readable scale", () => {
  expect([0, 1, 3, 7, 25, 90, 101, 1000].map(roundUp)).toEqual([1, 1, 3, 8, 30, 100, 200, 1000]);
});

test("the main button of an annotator starts, then continues", () => {
  expect(
    [buildOwnProgress(), buildOwnProgress({ open: 1 }), buildOwnProgress({ submitted: 3 })].map(
      (own) => describeNextStep(own).action,
    ),
  ).toEqual(["Start annotating", "Continue annotating", "Continue annotating"]);
});

test("the checklist ticks what is done", () => {
  const done = (...[project, progress]: [Project, ProjectProgress | null]) =>
    listSteps(project, progress, []).map(({ isDone }) => isDone);
  expect(done(buildProject({ guideline_version: null }), null)).toEqual([
    false,
    false,
    false,
    false,
  ]);
  expect(done(buildProject(), buildProjectProgress({ annotators: 0 }))).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect(done(buildProject({ requires_training: true }), buildProjectProgress())).toEqual([
    true,
    true,
    true,
    true,
  ]);
});

test("a project is new until it has examples, and annotators or their annotations", () => {
  expect(
    [
      null,
      buildProjectProgress({ examples: 0 }),
      buildProjectProgress({ annotators: 0, annotations_submitted: 0 }),
      buildProjectProgress({ annotators: 0, annotations_submitted: 25 }),
      buildProjectProgress({ annotators: 3, annotations_submitted: 0 }),
    ].map(isNew),
  ).toEqual([true, true, true, false, false]);
});
