import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Route, Routes } from "react-router";
import { expect, test } from "vitest";

import type { Statistics } from "@/api/statistics";
import type { Job } from "@/api/types";
import { buildJob, buildProject } from "@/test/builders";
import { renderApp } from "@/test/render";
import { fakeServer, page as listOf } from "@/test/server";

import ExamplesPage from "./ExamplesPage";
import StatisticsPage from "./StatisticsPage";
import { buildFigure, buildSection, buildStatistics } from "./testing";

const NO_REPORT = { report: null, results: [], annotations_now: 0 };

function open(
  statistics: Partial<Statistics>,
  {
    jobs = [],
    at = "schedule",
    kind = "nq" as const,
    hidden = "",
    isSteward = false,
  }: {
    jobs?: Job[];
    at?: string;
    kind?: "nq" | "asqa";
    hidden?: string;
    isSteward?: boolean;
  } = {},
) {
  const state = { jobs, statistics: buildStatistics(statistics) };
  const requests = fakeServer({
    "GET projects/demo/": { json: buildProject({ kind, has_hidden_split: hidden !== "" }) },
    "GET projects/demo/splits/": {
      json: { splits: [], draw: null, hidden, is_steward: isSteward },
    },
    "GET projects/demo/jobs/": () => ({ json: listOf(state.jobs) }),
    "GET projects/demo/statistics/": () => ({ json: state.statistics }),
    "POST projects/demo/statistics/": () => {
      state.jobs = [running()];
      return { status: 202, json: { job: running().id } };
    },
    [`POST jobs/${running().id}/cancel/`]: () => {
      state.jobs = [{ ...running(), cancel_requested: true }];
      return { json: state.jobs[0] };
    },
  });
  renderApp(
    <Routes>
      <Route path="/projects/:slug/statistics/:page?" element={<StatisticsPage />} />
    </Routes>,
    { path: "*", at: `/projects/demo/statistics/${at}` },
  );
  return { requests, state };
}

function running(changes: Partial<Job> = {}): Job {
  return buildJob({
    kind: "compute_statistics",
    state: "running",
    done: 3,
    total: 12,
    message: "Computing",
    finished_at: null,
    ...changes,
  });
}

test("a page says how old its figures are and what came since", async () => {
  open({});
  expect(
    await screen.findByRole("heading", { level: 1, name: "Are we on schedule?" }),
  ).toBeVisible();
  expect(await screen.findByText(/from 100 annotations of 40 examples/)).toHaveTextContent(
    "20 new annotations since",
  );
});

test("figures are old where answers were revised and none is new", async () => {
  open({ annotations_now: 100, is_revised: true });
  expect(await screen.findByText(/from 100 annotations of 40 examples/)).toHaveTextContent(
    "some answers have changed since",
  );
  expect(screen.queryByText(/no new annotations/)).toBeNull();
});

test("a steward chooses what counts of the hidden split, and links keep the choice", async () => {
  const { requests } = open({}, { hidden: "test", isSteward: true });
  const choice = await screen.findByRole("radiogroup", { name: "Hidden split" });
  expect(screen.getByRole("radio", { name: "Without test" })).toBeChecked();
  await userEvent.click(within(choice).getByText("Only test"));
  expect(screen.getByTestId("address")).toHaveTextContent(
    "/projects/demo/statistics/schedule?hidden_split=only",
  );
  expect(await screen.findByText("Only stewards see these figures.")).toBeVisible();
  await userEvent.click(screen.getByRole("link", { name: "Do annotators agree?" }));
  expect(screen.getByTestId("address")).toHaveTextContent(
    "/projects/demo/statistics/agreement?hidden_split=only",
  );
  await userEvent.click(await screen.findByRole("button", { name: "Compute now" }));
  expect(requests.filter(({ method }) => method === "POST")).toMatchObject([
    { path: "projects/demo/statistics/", body: { hidden_split: "only" } },
  ]);
});

test("another lead is offered no hidden split", async () => {
  const { requests } = open({}, { hidden: "test" });
  expect(await screen.findByText(/from 100 annotations of 40 examples/)).toBeVisible();
  expect(requests.some(({ path }) => path === "projects/demo/splits/")).toBe(true);
  expect(screen.queryByText("Only test")).not.toBeInTheDocument();
});

test("each question that a lead asks has its page; a long-form project has those that fit it", async () => {
  open({}, { kind: "asqa", at: "" });
  const pages = await screen.findByRole("navigation", { name: "Statistics" });
  expect(
    within(pages)
      .getAllByRole("link")
      .map((link) => link.textContent),
  ).toEqual(["Are we on schedule?", "Do annotators agree?", "Who needs help?"]);
  expect(screen.getByTestId("address")).toHaveTextContent("/projects/demo/statistics/schedule");
});

test("before anything was computed the page says so, and one button starts it", async () => {
  const { requests } = open(NO_REPORT);
  expect(await screen.findByText("Nothing has been computed yet")).toBeVisible();
  expect(screen.getByText(/There are no annotations yet/)).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Compute the statistics" }));
  expect(await screen.findByRole("progressbar", { name: "Progress" })).toHaveAttribute(
    "aria-valuenow",
    "25",
  );
  expect(screen.getByText("Computing · step 3 of 12")).toBeVisible();
  expect(requests.filter(({ method }) => method === "POST")).toHaveLength(1);
});

test("a report in the making can be cancelled, and none is started beside it", async () => {
  const { requests } = open({}, { jobs: [running()] });
  expect(await screen.findByRole("button", { name: "Compute now" })).toBeDisabled();
  await userEvent.click(await screen.findByRole("button", { name: "Cancel" }));
  expect(await screen.findByText("Stopping")).toBeVisible();
  expect(requests.some(({ path }) => path === `jobs/${running().id}/cancel/`)).toBe(true);
});

test("a report that failed says why, and the last figures stay", async () => {
  open(
    {},
    {
      jobs: [
        running({
          state: "failed",
          message: "The disk is full.",
          finished_at: "2026-11-20T10:00:00Z",
        }),
      ],
    },
  );
  expect(await screen.findByText("The last report could not be computed")).toBeVisible();
  expect(screen.getByText("The disk is full.")).toBeVisible();
  expect(screen.getByText(/from 100 annotations/)).toBeVisible();
});

test("a report from before a section was there says how to get it", async () => {
  open({}, { at: "agreement" });
  expect(await screen.findByText("This report doesn’t have this page yet")).toBeVisible();
});

test("a section that failed says what to do, and the others stand beside it", async () => {
  const failed = buildSection({
    name: "adaptive_overlap",
    missing: {
      reason: "An error kept these figures from being computed.",
      needed: "Compute the statistics again.",
      have: null,
      need: null,
    },
  });
  const works = buildSection({ figures: [buildFigure({ name: "submitted", unit: "count" })] });
  const { report } = buildStatistics();
  open({
    results: [works, failed],
    report: report === null ? null : { ...report, job: "5f0c", failed_sections: [failed.name] },
  });
  const alert = await screen.findByRole("alert");
  expect(alert).toHaveTextContent("Could not be computed: Adaptive overlap");
  expect(alert).toHaveTextContent(
    "An error kept these figures from being computed.Compute the statistics again.Job 5f0c",
  );
  expect(await screen.findByText("Submitted")).toBeVisible();
});

test("a page whose only section failed shows nothing else", async () => {
  const missing = { reason: "An error.", needed: "Again.", have: null, need: null };
  open({ results: [buildSection({ name: "agreement", missing })] }, { at: "agreement" });
  const alert = await screen.findByRole("alert");
  expect(alert).toHaveTextContent("Could not be computed: AgreementAn error.Again.");
  expect(screen.queryByText("How much they agree")).not.toBeInTheDocument();
});

test("how a report was made can be looked up", async () => {
  open({});
  await userEvent.click(await screen.findByRole("button", { name: "How it was made" }));
  const facts = await screen.findByRole("table", { name: "What the report is made from" });
  expect(within(facts).getByRole("row", { name: "Seed 58" })).toBeInTheDocument();
  const stages = screen.getByRole("table", { name: "What each stage took" });
  expect(within(stages).getByRole("row", { name: "load 1.5 s 128 MiB" })).toBeInTheDocument();
});

test("the examples behind a bar are asked for by its bounds, and lead to their annotations", async () => {
  const requests = fakeServer({
    "GET projects/demo/": { json: buildProject() },
    "GET projects/demo/statistics/examples/": {
      json: listOf([
        { id: 7, example_id: "5", question: "how long is the volga", annotations: 5, value: 0.4 },
      ]),
    },
  });
  renderApp(<ExamplesPage />, {
    path: "/projects/:slug/statistics/examples",
    at: "/projects/demo/statistics/examples?column=some_share&low=0.2&high=0.4&from=ambiguity",
  });
  expect(await screen.findByRole("link", { name: "how long is the volga" })).toHaveAttribute(
    "href",
    "/projects/demo/examples/7",
  );
  expect(screen.getByText(/^Some share: from 0.2 to 0.4/)).toBeVisible();
  expect(screen.getByRole("link", { name: "Where is the page ambiguous?" })).toHaveAttribute(
    "href",
    "/projects/demo/statistics/ambiguity",
  );
  expect(requests.find(({ path }) => path.endsWith("examples/"))?.query).toEqual({
    column: "some_share",
    hidden_split: "without",
    low: "0.2",
    high: "0.4",
    page: "1",
    page_size: "25",
  });
});
