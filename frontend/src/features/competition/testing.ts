/** What tests are given by the server. */

import type { Competition, CompetitionTable, Phase, Team } from "@/api/competitions";
import type { Submission, Submissions } from "@/api/submissions";

export function buildPhase(changes: Partial<Phase> = {}): Phase {
  return {
    number: 1,
    name: "Test phase",
    starts_at: null,
    ends_at: null,
    uploads_per_week: 1,
    uploads_total: null,
    refused_per_week: 5,
    metric: "long-best-threshold-f1",
    non_null_annotations: 2,
    shown_to: "team",
    has_halves: false,
    ladder_step: null,
    state: "open",
    is_fixed: false,
    results_published_at: null,
    ...changes,
  };
}

export function buildCompetition(changes: Partial<Competition> = {}): Competition {
  return {
    project: "demo",
    title: "Rivers",
    kind: "nq",
    split: "test",
    page_published_at: "2026-11-20T09:00:00Z",
    summary: "",
    task: "",
    rules: "",
    how_to_submit: "",
    licence: "",
    contact: "",
    splits: [],
    phases: [buildPhase()],
    metrics: ["long-best-threshold-f1", "short-best-threshold-f1"],
    files: [],
    teams: 0,
    viewer: { is_steward: false, may_take_part: true, team: 7 },
    ...changes,
  };
}

export function buildTable(changes: Partial<CompetitionTable> = {}): CompetitionTable {
  return {
    project: "demo",
    phase: 1,
    name: "Test phase",
    is_final: true,
    half: null,
    metric: "long-best-threshold-f1",
    metrics: ["long-best-threshold-f1", "short-best-threshold-f1"],
    rows: [],
    missing: "",
    ...changes,
  };
}

export function buildTeam(changes: Partial<Team> = {}): Team {
  return {
    id: 7,
    name: "Ours",
    paper_url: "",
    code_url: "",
    model_url: "",
    model_parameters: null,
    members: [{ id: 1, name: "Ada", is_self: true }],
    requests: [],
    link: null,
    may_leave: true,
    ...changes,
  };
}

export function buildSubmission(changes: Partial<Submission> = {}): Submission {
  return {
    id: 1,
    phase: 1,
    name: "Mine",
    notes: "",
    submitted_at: "2026-11-20T08:59:00Z",
    submitted_by: "Ada",
    outcome: "scored",
    job: null,
    scored_at: "2026-11-20T09:00:00Z",
    examples: 10,
    half: null,
    metrics: { "long-best-threshold-f1": 0.5, "short-best-threshold-f1": 0.25 },
    intervals: {},
    withheld: "",
    is_final: false,
    counts: true,
    receipt: { receipt: "cd".repeat(32), gold_sha256: "", code_sha256: "", parameters: {} },
    files: [{ part: "predictions", name: "mine.json", sha256: "a", url: "/mine" }],
    ...changes,
  };
}

export const OPEN_PHASE: NonNullable<Submissions["phase"]> = {
  number: 1,
  name: "Test phase",
  ends_at: null,
  non_null_annotations: 2,
  metric: "long-best-threshold-f1",
  shown_to: "team",
  has_halves: false,
  ladder_step: null,
  per_week: 1,
  left: 1,
  total: null,
  total_left: null,
  refused_per_week: 5,
  refused_left: 5,
  next_at: null,
};

export function buildSubmissions(changes: Partial<Submissions> = {}): Submissions {
  return {
    project: "demo",
    title: "Rivers",
    kind: "nq",
    split: "test",
    team: "Ours",
    reads_answers: false,
    phase: OPEN_PHASE,
    missing: "",
    submissions: [],
    ...changes,
  };
}
