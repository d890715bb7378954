import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";

import { buildJob, buildMe, buildProject } from "@/test/builders";
import { renderApp } from "@/test/render";
import { fakeServer, jobList, page } from "@/test/server";

import ManagePage from "./ManagePage";
import { fieldsOf, localTime, newFields, rulesOf } from "./phaseForm";
import { buildCompetition, buildPhase } from "./testing";

const STEWARD = { is_steward: true, may_take_part: true, team: null };

function at(part: string) {
  const address = "/projects/demo/competition";
  return {
    path: "/projects/:slug/competition",
    at: part === "" ? address : `${address}?part=${part}`,
    me: buildMe(),
  };
}

function serve(answers: Parameters<typeof fakeServer>[0]) {
  return fakeServer({
    "GET projects/demo/": { json: buildProject({ has_competition: true }) },
    "GET projects/demo/competition/": { json: buildCompetition({ viewer: STEWARD }) },
    "GET projects/demo/competition/halves/": { json: { seed: null, sizes: null } },
    ...answers,
  });
}

test("a steward opens the competition on the hidden split", async () => {
  let exists = false;
  const requests = serve({
    "GET projects/demo/": () => ({ json: buildProject({ has_competition: exists }) }),
    "GET projects/demo/splits/": { json: { splits: [], hidden: "test", is_steward: true } },
    "PATCH projects/demo/competition/": () => {
      exists = true;
      return { json: buildCompetition({ viewer: STEWARD }) };
    },
  });
  renderApp(<ManagePage />, at(""));
  await userEvent.click(await screen.findByRole("button", { name: "Open a competition" }));
  expect(await screen.findByRole("tab", { name: "Phases" })).toBeVisible();
  expect(requests.find(({ method }) => method === "PATCH")?.body).toEqual({});
});

test("the page shows its preview, and only changed parts are sent", async () => {
  const requests = serve({
    "PATCH projects/demo/competition/": {
      json: buildCompetition({ viewer: STEWARD, task: "Find **it**." }),
    },
  });
  renderApp(<ManagePage />, at(""));
  await userEvent.type(await screen.findByRole("textbox", { name: "Task" }), "Find **it**.");
  const preview = screen.getByRole("region", { name: "Preview" });
  expect((await within(preview).findByText("it")).tagName).toBe("STRONG");
  await userEvent.click(screen.getByRole("button", { name: "Save the page" }));
  expect(requests.find(({ method }) => method === "PATCH")?.body).toEqual({ task: "Find **it**." });
});

test("leads without the right see phases and files, and can change nothing", async () => {
  serve({
    "GET projects/demo/competition/": {
      json: buildCompetition({ viewer: { ...STEWARD, is_steward: false } }),
    },
  });
  renderApp(<ManagePage />, at("phases"));
  expect(await screen.findByRole("article", { name: "Test phase" })).toBeVisible();
  expect(screen.getAllByRole("tab").map(({ textContent }) => textContent)).toEqual([
    "Page",
    "Phases",
    "Files",
  ]);
  expect(screen.queryByRole("button")).not.toBeInTheDocument();
});

test("rules are fixed once a team has submitted; a phase that nobody used can be deleted", async () => {
  const phases = [
    buildPhase({ is_fixed: true }),
    buildPhase({ number: 2, name: "Later", state: "upcoming" }),
  ];
  const requests = serve({
    "GET projects/demo/competition/": { json: buildCompetition({ viewer: STEWARD, phases }) },
    "DELETE projects/demo/competition/phases/2/": { status: 204 },
  });
  renderApp(<ManagePage />, at("phases"));
  const used = within(await screen.findByRole("article", { name: "Test phase" }));
  const unused = within(screen.getByRole("article", { name: "Later" }));
  expect(used.queryByRole("button", { name: "Delete" })).not.toBeInTheDocument();
  expect(unused.queryByRole("button", { name: "Publish the results" })).not.toBeInTheDocument();
  await userEvent.click(used.getByRole("button", { name: "Change" }));
  const dialog = within(await screen.findByRole("dialog"));
  expect(dialog.getByLabelText("Start")).toBeDisabled();
  expect(dialog.getByLabelText("End")).toBeEnabled();
  expect(dialog.getByLabelText(/^Step of the Ladder/)).toBeDisabled();
  await userEvent.click(dialog.getByRole("button", { name: "Cancel" }));
  await userEvent.click(unused.getByRole("button", { name: "Delete" }));
  const confirmation = within(await screen.findByRole("dialog", { name: "Delete Later?" }));
  await userEvent.click(confirmation.getByRole("button", { name: "Delete" }));
  expect(requests.map(({ method }) => method)).toContain("DELETE");
});

test("of the hidden split, only questions are offered for download", async () => {
  const requests = serve({
    "GET projects/demo/competition/": {
      json: buildCompetition({
        viewer: STEWARD,
        splits: [{ name: "test", examples: 3, is_hidden: true }],
      }),
    },
    "GET projects/demo/jobs/": jobList([buildJob({ kind: "publish_file", filename: "x.jsonl" })]),
    "POST projects/demo/competition/files/": { status: 202, json: { job: "1" } },
  });
  renderApp(<ManagePage />, at("files"));
  expect(await screen.findByRole("article", { name: "x.jsonl" })).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Make the file" }));
  expect(requests.find(({ method }) => method === "POST")?.body).toEqual({
    split: "test",
    format: "nq-questions",
    audience: "everybody",
  });
});

test("stewards see what every team submitted, with the figure that decides", async () => {
  serve({
    "GET projects/demo/competition/": {
      json: buildCompetition({ viewer: STEWARD, phases: [buildPhase({ has_halves: true })] }),
    },
    "GET projects/demo/competition/invitation/": { json: { link: null, expires_at: null } },
    "GET projects/demo/competition/submissions/": {
      json: page([
        {
          id: 1,
          phase: 1,
          team: "Plumb",
          name: "Line",
          submitted_at: "2026-11-20T09:00:00Z",
          submitted_by: "Ada",
          outcome: "scored",
          system: 5,
          is_final: false,
          counts: true,
          metric: "long-best-threshold-f1",
          whole: 0.5,
          public: 0.25,
          private: null,
        },
      ]),
    },
  });
  renderApp(<ManagePage />, at("teams"));
  const table = within(await screen.findByRole("table", { name: "Submissions of teams" }));
  const cells = within(table.getByRole("row", { name: /Plumb/ })).getAllByRole("cell");
  expect(cells.slice(1, 4).map(({ textContent }) => textContent)).toEqual(["50.0", "25.0", "–"]);
  expect(table.getByRole("link", { name: "Line" })).toHaveAttribute(
    "href",
    "/projects/demo/leaderboard/systems/5?split=test",
  );
});

test("a phase's dates are in local time, and an untouched one keeps its seconds", () => {
  const phase = buildPhase({ ends_at: "2026-12-01T10:20:30.500Z" });
  expect(new Date(localTime(phase.ends_at)).toISOString()).toBe("2026-12-01T10:20:00.000Z");
  expect(rulesOf(fieldsOf(phase), phase)).toMatchObject({
    starts_at: null,
    ends_at: "2026-12-01T10:20:30.500Z",
    uploads_total: null,
    ladder_step: null,
  });
  const fresh = rulesOf({ ...newFields("ovscore"), name: " First ", ladder_step: 0.5 }, null);
  expect(fresh).toMatchObject({ name: "First", ends_at: null, ladder_step: 0.5 });
  expect(Math.abs(Date.parse(fresh.starts_at ?? "") - Date.now())).toBeLessThan(60_000);
});
