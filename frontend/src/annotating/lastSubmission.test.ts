import { expect, test } from "vitest";

import { LastSubmission } from "./lastSubmission";

test("what was submitted last is known after a reload, in its project and for its minute", () => {
  sessionStorage.clear();
  const { until } = new LastSubmission("demo").keep(7, 1_000);
  expect(new LastSubmission("demo").read(until - 1)).toEqual({ annotation: 7, until });
  expect(new LastSubmission("demo").read(until)).toBeNull();
  expect(new LastSubmission("other").read(until - 1)).toBeNull();
  new LastSubmission("demo").forget();
  expect(new LastSubmission("demo").read(until - 1)).toBeNull();
});

test("what can’t be read counts as nothing", () => {
  sessionStorage.setItem("plumbline:submitted:demo", '{"annotation": "7"}');
  expect(new LastSubmission("demo").read(0)).toBeNull();
  sessionStorage.setItem("plumbline:submitted:demo", "{");
  expect(new LastSubmission("demo").read(0)).toBeNull();
});
