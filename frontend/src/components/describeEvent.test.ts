import { expect, test } from "vitest";

import { describeEvent } from "./describeEvent";

/** What is said of one thing, and of many. */
function said(verb: string, subject: string, ...details: Record<string, unknown>[]): string[] {
  return details.map((each) => describeEvent({ verb, subject, details: each }));
}

test("one thing is said in the singular", () => {
  expect([
    ...said("imported", "job", { examples: 1 }, { examples: 1200 }, {}),
    ...said("changed", "example", { after: { overlap: 1 } }, { after: { overlap: 5 } }),
    ...said("opened", "judgment_round", { round: 2, answers: 1 }),
    ...said("requested_annotations", "judgment_round", { round: 2, annotations: 1 }),
    ...said("imported", "comparison_study", { number: 3, comparisons: 1 }),
    ...said("opened", "error_analysis", { number: 4, system: "Careful", size: 1, seed: 7 }),
  ]).toEqual([
    "imported 1 example",
    "imported 1,200 examples",
    "imported 0 examples",
    "asked for 1 annotation",
    "asked for 5 annotations",
    "opened judgment round 2 over 1 answer",
    "asked for 1 annotation of each example of judgment round 2",
    "imported comparison study 3 with 1 comparison",
    "opened error analysis 4 of Careful over 1 answer with seed 7",
  ]);
});
