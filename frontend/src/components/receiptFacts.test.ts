import { expect, test } from "vitest";

import { parameterFacts, receiptJson } from "./receiptFacts";

test("every parameter of a score has a name and a value in words", () => {
  expect(
    parameterFacts({
      non_null_annotations: 2,
      intervals: { method: "bootstrap over examples", level: 0.95, resamples: 1000, seed: 1 },
      simulated_annotations: true,
      answer_reader: "ab12",
      halves: "cd34",
    }),
  ).toEqual([
    ["Annotations with an answer that make a question answerable", "2"],
    ["95% intervals", "bootstrap over examples, 1,000 resamples, seed 1"],
    ["Annotations", "all simulated"],
    ["SHA-256 of this site’s reader", "ab12"],
    ["SHA-256 of the halves’ secret seed", "cd34"],
  ]);
});

test("what a later version adds is named by its key", () => {
  expect(
    parameterFacts({
      intervals: { method: "bootstrap over examples", level: 0.95 },
      half_of: { seed_name: "x", share: 0.5 },
      is_final: false,
    }),
  ).toEqual([
    ["95% intervals", "bootstrap over examples"],
    ["half of", "seed name: x, share: 0.5"],
    ["is final", "false"],
  ]);
});

test("the JSON has all that the receipt stands for", () => {
  const receipt = {
    receipt: "ab",
    gold_sha256: "c",
    code_sha256: "d",
    parameters: { passages: 5 },
  };
  const file = { part: "predictions", name: "a.json", sha256: "e", url: null } as const;
  expect(
    JSON.parse(
      receiptJson({ name: "A", receipt, files: [file], scored_at: "2026-02-04T12:00:00Z" }),
    ),
  ).toEqual({
    system: "A",
    scored_at: "2026-02-04T12:00:00Z",
    ...receipt,
    files: [{ name: "a.json", sha256: "e" }],
  });
});
