import { expect, test } from "vitest";

import { buildRound } from "@/test/builders";

import { describeWaiting, nextStep } from "./nextStep";

test.each([
  [1, "0 of 2 disagreements settled"],
  [2, "1 of 2 disagreements settled"],
  [3, "2 of 2 disagreements settled"],
  [null, "0 of 2 disagreements settled"],
])("answers that agreed from the start settle no disagreement: %s", (settled, detail) => {
  const round = buildRound({ phase: "consensus", answer_count: 3, disagreements: 2, settled });
  expect(nextStep(round).detail).toBe(detail);
});

test("one disagreement and one expert are said in the singular", () => {
  const round = buildRound({ phase: "consensus", answer_count: 3, disagreements: 1, settled: 2 });
  expect(nextStep(round).detail).toBe("0 of 1 disagreement settled");
  const [expert] = buildRound().experts;
  const experts = expert ? [{ ...expert, closed_at: null }] : [];
  expect(describeWaiting({ experts })).toBe("waiting for 1 of 1 expert");
});
