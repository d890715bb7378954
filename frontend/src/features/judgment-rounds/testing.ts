import type { Round } from "@/api/judging";
import type { Gathered, Report } from "@/api/judgmentReports";
import type { Project } from "@/api/types";
import { buildRound } from "@/test/builders";

/** What of a project these pages look at. */
export const PROJECT: Partial<Project> = {
  slug: "demo",
  title: "Demo",
  role: "lead",
  kind: "nq",
};

/** A lead's view of a round of the paper's size. */
export function buildLeadsRound(changes: Partial<Round> = {}): Round {
  return buildRound({
    id: 4,
    title: "Spring round",
    size: 139,
    seed: 58,
    population_size: 2000,
    answer_count: 137,
    experts: [
      { number: 1, name: "eva", is_you: false, judged: 137, closed_at: "2026-11-21T09:00:00Z" },
      { number: 2, name: "emil", is_you: false, judged: 12, closed_at: null },
    ],
    seat: null,
    ...changes,
  });
}

/** Four of five draws C or C_d. */
export const REPORT: Report = {
  draws: 5,
  answers: 5,
  settled: 5,
  precision: {
    psi: { value: 0.8, low: 0.37553, high: 0.96377, count: 4, total: 5, no_interval: "" },
    correct: { value: 0.4, low: 0.11762, high: 0.76928, count: 2, total: 5, no_interval: "" },
    debatable: { value: 0.4, low: 0.11762, high: 0.76928, count: 2, total: 5, no_interval: "" },
    wrong: { value: 0.2, low: 0.03622, high: 0.62446, count: 1, total: 5, no_interval: "" },
  },
  method: "Binomial.",
  agreement: {
    fleiss_kappa: { value: 0.39394, low: -0.484, high: 1, reason: "" },
    krippendorff_alpha: { value: null, low: null, high: null, reason: "All votes are alike." },
    observed: 0.6,
    pairs: [{ first: 1, second: 2, n: 5, agreement: 0.6, kappa: 0.4444 }],
  },
  per_expert: [
    { number: 1, name: "eva", C: 3, C_d: 1, W: 1 },
    { number: 2, name: "emil", C: 1, C_d: 2, W: 2 },
  ],
  moved: [
    { from: "C", to: "C", count: 3 },
    { from: "C", to: "C_d", count: 1 },
    { from: "C_d", to: "C", count: 1 },
    { from: "C_d", to: "C_d", count: 2 },
    { from: "W", to: "C_d", count: 1 },
    { from: "W", to: "W", count: 2 },
  ],
  changed_majority: 1,
  published: { psi: 90, correct: 59, debatable: 31, wrong: 10 },
};

const NONE = { count: 0, share: 0 };

/** 139 draws as the paper had them: 114 of 122 above, 11 of 17 below; how they spread is ours. */
export const GATHERED: Gathered = {
  annotations: 25,
  examples: 139,
  complete: 139,
  missing: [],
  draws: 139,
  bars: [
    {
      low: 0,
      high: 0.2,
      count: 10,
      share: 10 / 139,
      verdicts: { C: NONE, C_d: { count: 2, share: 2 / 139 }, W: { count: 8, share: 8 / 139 } },
    },
    { low: 0.2, high: 0.4, ...NONE, verdicts: { C: NONE, C_d: NONE, W: NONE } },
  ],
  footnote: { correct_at_or_above: 114, at_or_above: 122, wrong_below: 11, below: 17 },
};
