import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";

import type { Project, Role } from "@/api/types";
import { buildNews, buildProject } from "@/test/builders";
import { renderApp } from "@/test/render";
import { fakeServer } from "@/test/server";

import { LeadOnly } from "./LeadOnly";
import ProjectLayout from "./ProjectLayout";

const ADDRESS = { path: "/projects/:slug", at: "/projects/demo" };

function answerAs(role: Role, changes: Partial<Project> = {}): void {
  fakeServer({ "GET projects/demo/": { json: buildProject({ role, ...changes }) } });
}

async function linksOf(role: Role, changes?: Partial<Project>): Promise<(string | null)[]> {
  answerAs(role, changes);
  renderApp(<ProjectLayout />, ADDRESS);
  const navigation = await screen.findByRole("navigation", { name: "Project" });
  return within(navigation)
    .getAllByRole("link")
    .map((link) => link.textContent);
}

test("a lead finds all pages of the project", async () => {
  expect(await linksOf("lead")).toEqual([
    "Overview",
    "Examples",
    "Annotations",
    "History",
    "Statistics",
    "Leaderboard",
    "Error analyses",
    "Training",
    "Judgments",
    "Members",
    "Import",
    "Queries",
    "Export",
    "Questions",
    "FAQ",
    "Feedback",
    "Guidelines",
    "Settings",
  ]);
});

test("an annotator finds their work and the guidelines", async () => {
  expect(await linksOf("annotator")).toEqual([
    "My work",
    "Questions",
    "FAQ",
    "Feedback",
    "Guidelines",
  ]);
});

test("an annotator of a project with training finds it", async () => {
  expect(await linksOf("annotator", { requires_training: true })).toContain("Training");
});

test("an expert finds judging and the guidelines", async () => {
  expect(await linksOf("expert")).toEqual([
    "Judging",
    "Leaderboard",
    "Error analyses",
    "FAQ",
    "Guidelines",
  ]);
});

test("what waits is counted, and the overdue before all else", async () => {
  fakeServer({
    "GET projects/demo/": { json: buildProject({ role: "lead" }) },
    "GET projects/demo/news/": { json: buildNews({ questions_waiting: 5, questions_overdue: 2 }) },
  });
  renderApp(<ProjectLayout />, ADDRESS);
  expect(await screen.findByLabelText("2 overdue")).toHaveTextContent("2");
  expect(screen.queryByLabelText("0 new")).toBeNull();
});

test("the page one is on is marked", async () => {
  await linksOf("lead");
  expect(screen.getByRole("link", { current: "page" })).toHaveTextContent("Overview");
});

test("the button of narrow windows says where one is, and opens and closes the list", async () => {
  await linksOf("lead");
  const toggle = screen.getByRole("button", { name: "Overview" });
  expect(toggle).toHaveAttribute("aria-expanded", "false");
  await userEvent.click(toggle);
  expect(toggle).toHaveAttribute("aria-expanded", "true");
  await userEvent.click(screen.getByRole("link", { name: "Overview" }));
  expect(toggle).toHaveAttribute("aria-expanded", "false");
});

test("the button names the page that one below it belongs to", async () => {
  answerAs("lead");
  renderApp(<ProjectLayout />, { path: "/projects/:slug/*", at: "/projects/demo/training/7" });
  expect(await screen.findByRole("button", { name: "Training" })).toBeInTheDocument();
});

test("an annotator who follows a link to a lead's page is told why it is not there", async () => {
  answerAs("annotator");
  renderApp(<LeadOnly />, ADDRESS);
  expect(await screen.findByText("This page is for the project's leads")).toBeVisible();
});
