import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";

import type { Submission, Submissions } from "@/api/submissions";
import { buildJob, buildMe, buildProject } from "@/test/builders";
import { renderApp } from "@/test/render";
import { fakeServer } from "@/test/server";

import SubmissionsPage, { describeLeft } from "./SubmissionsPage";

const PAGE = {
  path: "/projects/:slug/submissions",
  at: "/projects/demo/submissions",
  me: buildMe(),
};

const PHASE: NonNullable<Submissions["phase"]> = {
  number: 1,
  name: "Submissions",
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

const SCORED: Submission = {
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
};

function build(changes: Partial<Submissions> = {}): Submissions {
  return {
    project: "demo",
    title: "Demo",
    kind: "nq",
    split: "test",
    team: "Ours",
    reads_answers: false,
    phase: PHASE,
    missing: "",
    submissions: [],
    ...changes,
  };
}

test("what is left of the week is said", () => {
  expect(describeLeft(PHASE)).toBe("Your team may submit once in seven days.");
  expect(describeLeft({ ...PHASE, per_week: 3, left: 2 })).toBe(
    "Your team may submit 3 times in seven days. 2 uploads left.",
  );
  expect(describeLeft({ ...PHASE, left: 0, next_at: "2026-11-27T09:00:00Z" })).toMatch(
    /^Your team may submit once in seven days. You can upload again on /,
  );
});

test("a team sees its scores and their files, and what was wrong with the last upload", async () => {
  const refused: Submission = {
    ...SCORED,
    id: 2,
    outcome: "refused",
    job: buildJob({ state: "failed", message: "Not scored.", problem_count: 0 }),
    scored_at: null,
    metrics: null,
    receipt: null,
    files: [],
  };
  fakeServer({
    "GET projects/demo/": { json: buildProject({ role: "annotator" }) },
    "GET projects/demo/submissions/": { json: build({ submissions: [refused, SCORED] }) },
  });
  renderApp(<SubmissionsPage />, PAGE);
  expect(await screen.findByText("50.0")).toBeVisible();
  expect(screen.getByRole("link", { name: "mine.json" })).toHaveAttribute("href", "/mine");
  expect(screen.getByText("Not scored.")).toBeVisible();
  expect(screen.getByRole("button", { name: "Submit" })).toBeDisabled();
});

test("who can't submit now reads why", async () => {
  fakeServer({
    "GET projects/demo/": { json: buildProject({ role: "annotator" }) },
    "GET projects/demo/submissions/": { json: build({ phase: null, missing: "No phase." }) },
  });
  renderApp(<SubmissionsPage />, PAGE);
  expect(await screen.findByText("No phase.")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Submit" })).not.toBeInTheDocument();
});

test("of a retriever's passages, a submitter says how many are the answer", async () => {
  const forms: unknown[] = [];
  vi.spyOn(XMLHttpRequest.prototype, "send").mockImplementation((body) => {
    if (body instanceof FormData) forms.push(body.get("passages"));
  });
  fakeServer({
    "GET projects/demo/": { json: buildProject({ role: "annotator", kind: "asqa" }) },
    "GET projects/demo/submissions/": { json: build() },
  });
  renderApp(<SubmissionsPage />, PAGE);
  await userEvent.type(await screen.findByLabelText(/Name of the system/), "DPR@5");
  await userEvent.clear(screen.getByLabelText("Passages"));
  await userEvent.type(screen.getByLabelText("Passages"), "5");
  const [file] = document.querySelectorAll<HTMLInputElement>('input[type="file"]');
  if (file === undefined) throw new Error("nowhere to put a file");
  await userEvent.upload(file, new File(["{}"], "found.json"));
  await userEvent.click(screen.getByRole("button", { name: "Submit" }));
  expect(forms).toEqual(["5"]);
});
