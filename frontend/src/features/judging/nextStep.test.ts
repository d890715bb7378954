import { expect, test } from "vitest";

import { buildRound } from "@/test/builders";

import { nextStep } from "./nextStep";

test.each([
  [1, "0 of 2 disagreements settled"],
  [2, "1 of 2 disagreements settled"],
  [3, "2 of 2 disagreements settled"],
  [null, "0 of 2 disagreements settled"],
])("answers that agreed from the start settle no disagreement: %s", (settled, detail) => {
  const round = buildRound({ phase: "consensus", answer_count: 3, disagreements: 2, settled });
  expect(nextStep(round).detail).toBe(detail);
});
