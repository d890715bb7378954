import { screen } from "@testing-library/react";
import { expect, test } from "vitest";

import { buildMe, buildOwnProgress, buildProject, buildProjectProgress } from "@/test/builders";
import { renderApp } from "@/test/render";
import { fakeServer, page } from "@/test/server";

import HomePage from "./HomePage";

test("an annotator goes on annotating from the first page", async () => {
  fakeServer({
    "GET projects/": { json: page([buildProject({ role: "annotator" })]) },
    "GET projects/demo/progress/": {
      json: {
        own: buildOwnProgress({ submitted: 12, submitted_today: 3 }),
        project: null,
        waiting_reviews: null,
      },
    },
  });
  renderApp(<HomePage />, { me: buildMe({ may_create_projects: false }) });
  expect(await screen.findByRole("link", { name: "Annotate" })).toHaveAttribute(
    "href",
    "/projects/demo/annotate",
  );
  expect(await screen.findByText("12 annotated · 3 of them today")).toBeVisible();
  expect(screen.queryByRole("link", { name: "New project" })).toBeNull();
});

test("a lead sees how far each project is", async () => {
  fakeServer({
    "GET projects/": { json: page([buildProject()]) },
    "GET projects/demo/progress/": {
      json: { own: buildOwnProgress(), project: buildProjectProgress(), waiting_reviews: null },
    },
  });
  renderApp(<HomePage />, { me: buildMe() });
  expect(await screen.findByText("30% of 30 annotations for 10 examples")).toBeVisible();
  expect(screen.getByRole("link", { name: "Open project" })).toHaveAttribute(
    "href",
    "/projects/demo",
  );
});

test("somebody without a project learns what to do", async () => {
  fakeServer({
    "GET projects/": { json: page([]) },
  });
  renderApp(<HomePage />, { me: buildMe({ may_create_projects: false }) });
  expect(await screen.findByText("You are not in a project yet")).toBeVisible();
});

test("who only submits finds their competitions, and nothing about projects", async () => {
  fakeServer({
    "GET projects/": { json: page([]) },
    "GET me/competitions/": { json: [{ project: "demo", title: "Rivers", team: null }] },
  });
  renderApp(<HomePage />, { me: buildMe({ may_create_projects: false }) });
  expect(await screen.findByRole("heading", { level: 1, name: "My competitions" })).toBeVisible();
  expect(screen.getByRole("link", { name: "Find a team" })).toHaveAttribute(
    "href",
    "/competitions/demo/team",
  );
  expect(screen.queryByText("You are not in a project yet")).not.toBeInTheDocument();
});

test("an expert sees what waits, with the way there", async () => {
  const waiting = { judgment_rounds: 2, comparison_studies: 0, error_analyses: 1 };
  fakeServer({
    "GET projects/": { json: page([buildProject({ role: "expert" })]) },
    "GET projects/demo/progress/": {
      json: { own: buildOwnProgress(), project: null, waiting_reviews: waiting },
    },
  });
  renderApp(<HomePage />, { me: buildMe() });
  expect(await screen.findByRole("link", { name: "2 rounds to judge" })).toHaveAttribute(
    "href",
    "/projects/demo/judging",
  );
  expect(screen.getByRole("link", { name: "1 error analysis to label" })).toBeVisible();
  expect(screen.queryByText(/to compare/)).toBeNull();
});
