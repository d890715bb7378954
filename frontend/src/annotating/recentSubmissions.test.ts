import { expect, test } from "vitest";

import { RecentSubmissions } from "./recentSubmissions";

const MINUTE = 60_000;

function annotationsOf(slug: string, now: number): number[] {
  return new RecentSubmissions(slug).read(now).map(({ annotation }) => annotation);
}

test("what was submitted is known after a reload, in its project and for its minute", () => {
  sessionStorage.clear();
  new RecentSubmissions("demo").keep(7, 1_000);
  new RecentSubmissions("demo").keep(8, 31_000);
  expect(annotationsOf("demo", 32_000)).toEqual([7, 8]);
  expect(annotationsOf("other", 32_000)).toEqual([]);
  expect(annotationsOf("demo", 1_000 + MINUTE)).toEqual([8]);
  new RecentSubmissions("demo").forget(8);
  expect(annotationsOf("demo", 32_000)).toEqual([7]);
});

test("what can’t be read counts as nothing", () => {
  sessionStorage.setItem("plumbline:submitted:demo", '[{"annotation": "7"}]');
  expect(annotationsOf("demo", 0)).toEqual([]);
  sessionStorage.setItem("plumbline:submitted:demo", "{");
  expect(annotationsOf("demo", 0)).toEqual([]);
});
