import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";

import type { CriterionSummary } from "@/api/guidance";
import { renderApp } from "@/test/render";
import { fakeServer } from "@/test/server";

import { FeedbackSummary } from "./FeedbackSummary";

function summary(changes: Partial<CriterionSummary>): CriterionSummary {
  return {
    criterion: "fluency",
    given: 4,
    acknowledged: 1,
    recurring: 0,
    last_at: "2026-11-20T09:00:00Z",
    ...changes,
  };
}

async function recurrenceOf(changes: Partial<CriterionSummary>): Promise<string[]> {
  const results = [{ annotator: "Ada", username: "ada", criteria: [summary(changes)] }];
  fakeServer({
    "GET projects/demo/feedback/summary/": {
      json: { count: 1, next: null, previous: null, results },
    },
  });
  renderApp(<FeedbackSummary slug="demo" onChoose={() => undefined} />);
  const table = await screen.findByRole("table", { name: "Feedback by annotator" });
  const cells = within(table).getAllByRole("cell");
  return cells.slice(1, 5).map((cell) => cell.textContent);
}

test("what comes again after it was read is said in words, with how often", async () => {
  expect(await recurrenceOf({ recurring: 3 })).toEqual([
    "Fluency",
    "4 times",
    "1",
    "3 of 4 after feedback was read",
  ]);
});

test("what nobody has read yet can't recur", async () => {
  expect(await recurrenceOf({ given: 1, acknowledged: 0 })).toEqual([
    "Fluency",
    "1 time",
    "0",
    "Not read yet",
  ]);
});

test("what was read and not seen again is said to have stopped", async () => {
  expect((await recurrenceOf({ acknowledged: 4 }))[3]).toBe("Not repeated since it was read");
});
