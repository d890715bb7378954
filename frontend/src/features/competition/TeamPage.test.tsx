import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";

import { buildJob, buildMe } from "@/test/builders";
import { renderApp } from "@/test/render";
import { fakeServer, page } from "@/test/server";

import TeamPage from "./TeamPage";
import {
  buildCompetition,
  buildPhase,
  buildSubmission,
  buildSubmissions,
  buildTeam,
  OPEN_PHASE,
} from "./testing";
import { describeLeft } from "./Uploading";

const PAGE = {
  path: "/competitions/:competition/team",
  at: "/competitions/demo/team",
  me: buildMe(),
};

const NOT_IN_A_TEAM = { is_steward: false, may_take_part: true, team: null };

function serve(answers: Parameters<typeof fakeServer>[0]) {
  return fakeServer({
    "GET projects/demo/competition/": { json: buildCompetition() },
    "GET projects/demo/competition/team/": { json: buildTeam() },
    "GET projects/demo/submissions/": { json: buildSubmissions() },
    ...answers,
  });
}

test("what is left of a team's limits is said", () => {
  expect(describeLeft(OPEN_PHASE)).toBe(
    "1 upload left now. 5 more files may be refused in these seven days.",
  );
  expect(
    describeLeft({ ...OPEN_PHASE, left: 0, total_left: 3, next_at: "2026-11-27T09:00:00Z" }),
  ).toMatch(/^You can upload again on .*2026.*\. 3 uploads left in this phase\. 5 more files/);
});

test("a team sees its scores and files, why one is withheld, and what was wrong with a file", async () => {
  const submissions = [
    buildSubmission({
      id: 3,
      name: "Small step",
      metrics: null,
      withheld: "Not by a step.",
      counts: false,
    }),
    buildSubmission({
      id: 2,
      name: "Broken",
      outcome: "refused",
      counts: false,
      job: buildJob({ state: "failed", message: "Not scored.", problem_count: 2 }),
      scored_at: null,
      metrics: null,
      receipt: null,
      files: [],
    }),
    buildSubmission(),
  ];
  serve({ "GET projects/demo/submissions/": { json: buildSubmissions({ submissions }) } });
  renderApp(<TeamPage />, PAGE);
  const table = within(await screen.findByRole("table", { name: "Submissions" }));
  const rowOf = (name: RegExp) => within(table.getByRole("row", { name }));
  expect(rowOf(/Mine/).getByText("50.0")).toBeVisible();
  expect(rowOf(/Mine/).getByText("25.0")).toBeVisible();
  expect(rowOf(/Mine/).getByText("Counts")).toBeVisible();
  expect(rowOf(/Mine/).getByRole("link", { name: "mine.json" })).toHaveAttribute("href", "/mine");
  expect(rowOf(/Small step/).getByText("Not by a step.")).toBeVisible();
  expect(rowOf(/Broken/).getByText("Refused")).toBeVisible();
  expect(table.getByText("Not scored.")).toBeVisible();
  expect(table.getByRole("button", { name: "Show 2 problems" })).toBeVisible();
});

test("a submission is chosen for the final table until its results are published", async () => {
  const phases = [
    buildPhase(),
    buildPhase({ number: 2, state: "ended", results_published_at: "2026-11-22T09:00:00Z" }),
  ];
  const submissions = [buildSubmission(), buildSubmission({ id: 2, phase: 2, name: "Over" })];
  const requests = serve({
    "GET projects/demo/competition/": { json: buildCompetition({ phases }) },
    "GET projects/demo/submissions/": { json: buildSubmissions({ submissions }) },
    "PUT projects/demo/submissions/1/final/": { json: buildSubmission({ is_final: true }) },
  });
  renderApp(<TeamPage />, PAGE);
  await userEvent.click(await screen.findByRole("button", { name: "Choose Mine" }));
  expect(requests.find(({ method }) => method === "PUT")?.body).toEqual({ is_final: true });
  expect(screen.queryByRole("button", { name: "Choose Over" })).not.toBeInTheDocument();
  // What a team may do depends on its submissions.
  const teams = () => requests.filter(({ path }) => path === "projects/demo/competition/team/");
  await waitFor(() => expect(teams()).toHaveLength(2));
});

test("without a reader no column waits for one", async () => {
  const phases = [buildPhase({ metric: "rougeLsum" })];
  const competition = buildCompetition({ kind: "asqa", phases, metrics: ["rougeLsum", "str_em"] });
  const submissions = [buildSubmission({ metrics: { rougeLsum: 40, str_em: 50 } })];
  serve({
    "GET projects/demo/competition/": { json: competition },
    "GET projects/demo/submissions/": { json: buildSubmissions({ kind: "asqa", submissions }) },
  });
  renderApp(<TeamPage />, PAGE);
  const table = within(await screen.findByRole("table", { name: "Submissions" }));
  const columns = table.getAllByRole("columnheader").map((each) => each.textContent);
  expect(columns).toEqual(["System", "ROUGE-L", "STR-EM", "Final table"]);
});

test("a team has its receipt verified", async () => {
  const receipt = "cd".repeat(32);
  const requests = serve({
    "GET projects/demo/submissions/": {
      json: buildSubmissions({ submissions: [buildSubmission()] }),
    },
    "POST projects/demo/submissions/receipts/": { json: { is_same: true, replaced_at: null } },
  });
  renderApp(<TeamPage />, PAGE);
  await userEvent.click(await screen.findByRole("button", { name: /^receipt/ }));
  await userEvent.click(await screen.findByRole("button", { name: "Verify" }));
  expect(await screen.findByText(/^It is genuine/)).toBeVisible();
  expect(requests.at(-1)?.body).toEqual({ receipt });
});

test("who can't submit now reads why", async () => {
  serve({
    "GET projects/demo/submissions/": {
      json: buildSubmissions({ phase: null, missing: "No phase." }),
    },
  });
  renderApp(<TeamPage />, PAGE);
  expect(await screen.findByText("No phase.")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Submit" })).not.toBeInTheDocument();
});

test("of a retriever's passages, a submitter says how many are the answer", async () => {
  const forms: unknown[] = [];
  vi.spyOn(XMLHttpRequest.prototype, "send").mockImplementation((body) => {
    if (body instanceof FormData) forms.push(body.get("passages"));
  });
  serve({ "GET projects/demo/competition/": { json: buildCompetition({ kind: "asqa" }) } });
  renderApp(<TeamPage />, PAGE);
  await userEvent.type(await screen.findByLabelText(/Name of the system/), "DPR@5");
  await userEvent.clear(screen.getByLabelText("Passages"));
  await userEvent.type(screen.getByLabelText("Passages"), "5");
  const [file] = document.querySelectorAll<HTMLInputElement>('input[type="file"]');
  if (file === undefined) throw new Error("nowhere to put a file");
  await userEvent.upload(file, new File(["{}"], "found.json"));
  await userEvent.click(screen.getByRole("button", { name: "Submit" }));
  expect(forms).toEqual(["5"]);
});

test("without a team, one forms a team or asks to join one, and the team is never asked for", async () => {
  let team: number | null = null;
  const requests = serve({
    "GET projects/demo/competition/": () => ({
      json: buildCompetition({ viewer: { ...NOT_IN_A_TEAM, team } }),
    }),
    "GET projects/demo/competition/teams/": {
      json: page([{ id: 4, name: "Others", members: 2, asked: false }]),
    },
    "POST projects/demo/competition/teams/4/requests/": { status: 204 },
    "POST projects/demo/competition/teams/": () => {
      team = 7;
      return { status: 201, json: buildTeam() };
    },
  });
  renderApp(<TeamPage />, PAGE);
  await userEvent.click(await screen.findByRole("button", { name: "Ask to join Others" }));
  await waitFor(() => {
    expect(requests.map(({ path }) => path)).toContain(
      "projects/demo/competition/teams/4/requests/",
    );
  });
  expect(requests.map(({ path }) => path)).not.toContain("projects/demo/competition/team/");
  await userEvent.type(screen.getByLabelText(/Name of the team/), " Ours ");
  await userEvent.type(screen.getByLabelText(/Model parameters/), "110000000");
  await userEvent.click(screen.getByRole("button", { name: "Form team" }));
  expect(await screen.findByRole("heading", { level: 1, name: "Ours" })).toBeVisible();
  expect(
    requests.find(({ method, path }) => method === "POST" && path.endsWith("teams/"))?.body,
  ).toEqual({
    name: "Ours",
    paper_url: "",
    code_url: "",
    model_url: "",
    model_parameters: 110000000,
  });
});

test("members answer who asks to join, and leave until the team has submitted", async () => {
  const asking = buildTeam({ requests: [{ id: 9, name: "Ben", is_self: false }] });
  const requests = serve({
    "GET projects/demo/competition/team/": { json: asking },
    "POST projects/demo/competition/team/requests/": { json: buildTeam({ may_leave: false }) },
  });
  renderApp(<TeamPage />, PAGE);
  expect(await screen.findByRole("button", { name: "Leave the team" })).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Accept Ben" }));
  expect(requests.find(({ method }) => method === "POST")?.body).toEqual({
    participant: 9,
    is_accepted: true,
  });
});

test("people who have not signed up read how", async () => {
  serve({
    "GET projects/demo/competition/": {
      json: buildCompetition({ viewer: { is_steward: false, may_take_part: false, team: null } }),
    },
  });
  renderApp(<TeamPage />, PAGE);
  expect(await screen.findByText(/invitation link/)).toBeVisible();
});
