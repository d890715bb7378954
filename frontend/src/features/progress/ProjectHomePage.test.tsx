import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";

import type { Role } from "@/api/types";
import {
  buildAssignment,
  buildNews,
  buildOwnProgress,
  buildProject,
  buildProjectProgress,
} from "@/test/builders";
import { renderApp } from "@/test/render";
import { type RecordedRequest, fakeServer, page } from "@/test/server";

import ProjectHomePage from "./ProjectHomePage";

const PAGE = { path: "/projects/:slug", at: "/projects/demo" };

function serve(role: Role, answers: Parameters<typeof fakeServer>[0]): RecordedRequest[] {
  return fakeServer({ "GET projects/demo/": { json: buildProject({ role }) }, ...answers });
}

test("a lead of a new project sees the first steps", async () => {
  serve("lead", {
    "GET projects/demo/progress/": {
      json: { own: buildOwnProgress(), project: buildProjectProgress({ examples: 0 }) },
    },
  });
  renderApp(<ProjectHomePage />, PAGE);
  expect(await screen.findByText("Three steps to the first annotation")).toBeVisible();
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

test.each([
  [null, 1],
  [1, 0],
])(
  "with version %s of the guidelines, a lead reads %s times that they are a draft",
  async (version, times) => {
    fakeServer({
      "GET projects/demo/": { json: buildProject({ role: "lead", guideline_version: version }) },
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
  expect(await screen.findByText("Three steps to the first annotation")).toBeVisible();
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
