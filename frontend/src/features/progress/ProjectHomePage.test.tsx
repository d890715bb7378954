import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";

import type { Role } from "@/api/types";
import {
  buildAssignment,
  buildNews,
  buildOverview,
  buildOwnProgress,
  buildProject,
  buildProjectProgress,
} from "@/test/builders";
import { renderApp } from "@/test/render";
import { type RecordedRequest, fakeServer, page } from "@/test/server";

import ProjectHomePage from "./ProjectHomePage";

const PAGE = { path: "/projects/:slug", at: "/projects/demo" };

function serve(role: Role, answers: Parameters<typeof fakeServer>[0]): RecordedRequest[] {
  return fakeServer({
    "GET projects/demo/": { json: buildProject({ role }) },
    ...(role === "lead" && { "GET projects/demo/overview/": { json: buildOverview() } }),
    ...answers,
  });
}

test("a lead of a new project sees the first steps", async () => {
  serve("lead", {
    "GET projects/demo/progress/": {
      json: { own: buildOwnProgress(), project: buildProjectProgress({ examples: 0 }) },
    },
  });
  renderApp(<ProjectHomePage />, PAGE);
  expect(await screen.findByText("Four steps to the first annotation")).toBeVisible();
  expect(screen.getByRole("link", { name: "Import" })).toHaveAttribute(
    "href",
    "/projects/demo/import",
  );
});

test("a lead sees how far the project is", async () => {
  serve("lead", {
    "GET projects/demo/progress/": {
      json: { own: buildOwnProgress(), project: buildProjectProgress() },
    },
  });
  renderApp(<ProjectHomePage />, PAGE);
  expect(await screen.findByRole("img", { name: "30% of all annotations are done" })).toBeVisible();
  expect(screen.getByText("9 of 30 annotations")).toBeVisible();
  expect(screen.getByText("2 of 10 examples")).toBeVisible();
});

const TARGET = {
  section: "agreement",
  figure: "observed_long",
  at_least: 0.7,
  at_most: null,
  unit: "share",
  value: 0.75,
  low: 0.68,
  high: 0.81,
  state: "open",
  reason: "",
} as const;

test("a lead sees what waits, the expected end and why it is too early to publish", async () => {
  serve("lead", {
    "GET projects/demo/progress/": {
      json: {
        own: buildOwnProgress(),
        project: buildProjectProgress({
          out_of_reach: { annotations: 20, examples: 10, annotators: 3, missing: 2 },
        }),
      },
    },
    "GET projects/demo/overview/": {
      json: buildOverview({
        forecast: { day: "2999-03-12", low: "2999-03-03", high: "2999-04-20", reason: "" },
        waiting: { ...buildOverview().waiting, questions: 3, questions_overdue: 1, to_look_at: 1 },
        targets: [TARGET],
        obstacles: ["left", "targets"],
      }),
    },
  });
  renderApp(<ProjectHomePage />, PAGE);
  expect(await screen.findByRole("link", { name: "21 annotations are to go" })).toHaveAttribute(
    "href",
    "/projects/demo/examples",
  );
  expect(screen.getByRole("link", { name: "1 target is not met for certain" })).toHaveAttribute(
    "href",
    "#quality",
  );
  expect(screen.getByRole("link", { name: "3 help requests without an answer" })).toHaveAttribute(
    "href",
    "/projects/demo/questions?state=waiting",
  );
  expect(screen.getByText("1 for more than a day")).toBeVisible();
  expect(screen.getByRole("link", { name: "1 person worth a look" })).toBeVisible();
  expect(screen.getByText("Expected end: 12 Mar 2999 (3 Mar 2999 to 20 Apr 2999)")).toBeVisible();
  expect(screen.getByText(/20 annotations of 10 examples can’t be made/)).toBeVisible();
  expect(await screen.findByText("75% (95%: 68–81%); wanted: at least 70%")).toBeVisible();
  expect(screen.getByText("Not certain yet")).toBeVisible();
});

test("a day that has come is the end only where nothing is left to annotate", async () => {
  const today = new Date().toISOString().slice(0, 10);
  const forecast = { day: today, low: null, high: null, reason: "" };
  const left = { annotations_required: 30, annotations_submitted: 29 };
  const answer = (progress: object) => ({
    "GET projects/demo/progress/": {
      json: { own: buildOwnProgress(), project: buildProjectProgress(progress) },
    },
    "GET projects/demo/overview/": { json: buildOverview({ forecast }) },
  });
  serve("lead", answer(left));
  const { unmount } = renderApp(<ProjectHomePage />, PAGE);
  expect(await screen.findByText(/^Expected end: /)).toBeVisible();
  expect(screen.queryByText(/Finished on/)).toBeNull();
  unmount();
  serve("lead", answer({ ...left, annotations_submitted: 30 }));
  renderApp(<ProjectHomePage />, PAGE);
  expect(await screen.findByText(/^Everything is annotated\. Finished on /)).toBeVisible();
});

test("a lead sets a target", async () => {
  const requests = serve("lead", {
    "GET projects/demo/progress/": {
      json: { own: buildOwnProgress(), project: buildProjectProgress() },
    },
    "GET projects/demo/statistics/": {
      json: {
        count: 1,
        next: null,
        previous: null,
        results: [{ name: "agreement", figures: [{ name: "observed_long", unit: "share" }] }],
        report: null,
        job: null,
        annotations_now: 9,
        is_revised: false,
      },
    },
    "PUT projects/demo/targets/": { json: buildOverview({ targets: [TARGET] }) },
  });
  renderApp(<ProjectHomePage />, PAGE);
  await userEvent.click(await screen.findByRole("button", { name: "Set targets" }));
  await userEvent.click(await screen.findByRole("button", { name: "Add a target" }));
  await userEvent.type(screen.getByLabelText("At least"), "70");
  await userEvent.click(screen.getByRole("button", { name: "Save targets" }));
  expect(await screen.findByText(/wanted: at least 70%/)).toBeVisible();
  expect(requests.find(({ method }) => method === "PUT")?.body).toEqual({
    targets: [{ section: "agreement", figure: "observed_long", at_least: 0.7, at_most: null }],
  });
});

test.each([
  [null, 1],
  [1, 0],
])(
  "with version %s of the guidelines, a lead reads %s times that they are a draft",
  async (version, times) => {
    fakeServer({
      "GET projects/demo/": { json: buildProject({ role: "lead", guideline_version: version }) },
      "GET projects/demo/overview/": { json: buildOverview() },
      "GET projects/demo/progress/": {
        json: { own: buildOwnProgress(), project: buildProjectProgress() },
      },
    });
    renderApp(<ProjectHomePage />, PAGE);
    expect(await screen.findByText("9 of 30 annotations")).toBeVisible();
    expect(screen.queryAllByText("The guidelines are still a draft")).toHaveLength(times);
  },
);

test("a lead reads that tokens are clauses, from the first steps on", async () => {
  const examples_with_clauses = 2;
  serve("lead", {
    "GET projects/demo/progress/": {
      json: {
        own: buildOwnProgress(),
        project: buildProjectProgress({
          annotators: 0,
          annotations_submitted: 0,
          examples_with_clauses,
        }),
      },
    },
  });
  renderApp(<ProjectHomePage />, PAGE);
  expect(await screen.findByText("Four steps to the first annotation")).toBeVisible();
  expect(screen.getByText(/^2 examples were imported on pages in a script/)).toBeVisible();
});

test("the days end with the one on which the figures were counted", async () => {
  const by_day = [
    { date: "2020-02-01", annotations: 9 },
    { date: "2020-03-01", annotations: 4 },
  ];
  serve("lead", {
    "GET projects/demo/progress/": {
      json: {
        own: buildOwnProgress(),
        project: buildProjectProgress({ by_day, as_of: "2020-03-01T00:10:00Z" }),
      },
    },
  });
  renderApp(<ProjectHomePage />, PAGE);
  expect(
    await screen.findByRole("img", { name: "4 annotations in the last 28 days" }),
  ).toBeVisible();
});

test("an annotator resumes what they parked", async () => {
  const requests = serve("annotator", {
    "GET projects/demo/progress/": {
      json: { own: buildOwnProgress({ parked: 1 }), project: null },
    },
    "GET projects/demo/assignments/": {
      json: page([buildAssignment({ state: "parked", note: "The table is odd" })]),
    },
    "POST assignments/21/resume/": { json: { ...buildAssignment(), kind: "nq", draft: null } },
  });
  renderApp(<ProjectHomePage />, PAGE);
  expect(await screen.findByText("Your note: The table is odd")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Resume" }));
  await waitFor(() => {
    expect(screen.getByTestId("address")).toHaveTextContent("/assignments/21");
  });
  expect(requests.filter(({ method }) => method === "POST").map(({ path }) => path)).toEqual([
    "assignments/21/resume/",
  ]);
});

test("an annotator sees today's work, what is to read, and that the training is passed", async () => {
  serve("annotator", {
    "GET projects/demo/": {
      json: buildProject({ role: "annotator", requires_training: true, recommended_per_day: 10 }),
    },
    "GET projects/demo/progress/": {
      json: { own: buildOwnProgress({ submitted_today: 4, seconds_today: 3929 }), project: null },
    },
    "GET projects/demo/news/": { json: buildNews({ questions_answered: 2, feedback_new: 1 }) },
    "GET projects/demo/training/": { json: { own: { state: "qualified" } } },
    "GET projects/demo/assignments/": { json: page([]) },
  });
  renderApp(<ProjectHomePage />, PAGE);
  expect(await screen.findByText("1 h 5 min")).toBeVisible();
  expect(screen.getByText("4")).toBeVisible();
  expect(screen.getByText("10 or more a day is a good pace.")).toBeVisible();
  expect(await screen.findByText("2 parked questions with an answer")).toHaveAttribute(
    "href",
    "/projects/demo?state=parked",
  );
  expect(screen.getByRole("link", { name: /^1 note of feedback/ })).toHaveAttribute(
    "href",
    "/projects/demo/feedback",
  );
  expect(screen.getByText(/You have passed the training/)).toBeVisible();
});

test("an annotator's list asks the server for one state", async () => {
  const requests = serve("annotator", {
    "GET projects/demo/progress/": { json: { own: buildOwnProgress(), project: null } },
    "GET projects/demo/assignments/": { json: page([]) },
  });
  renderApp(<ProjectHomePage />, PAGE);
  expect(await screen.findByText("No questions yet")).toBeVisible();
  await userEvent.click(screen.getByRole("radio", { name: "Parked" }));
  expect(await screen.findByText("No questions in this state")).toBeVisible();
  expect(
    requests.filter(({ path }) => path.endsWith("assignments/")).map(({ query }) => query),
  ).toEqual([
    { page: "1", page_size: "25" },
    { page: "1", page_size: "25", state: "parked" },
  ]);
});

test("an expert is taken to the rounds that they sit in", async () => {
  serve("expert", {});
  renderApp(<ProjectHomePage />, PAGE);
  await waitFor(() => {
    expect(screen.getByTestId("address")).toHaveTextContent("/projects/demo/judging");
  });
});
