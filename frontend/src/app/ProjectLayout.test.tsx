import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";

import type { News } from "@/api/guidance";
import type { Project, Role } from "@/api/types";
import { buildNews, buildProject } from "@/test/builders";
import { renderApp } from "@/test/render";
import { fakeServer } from "@/test/server";

import LeadOnly from "./LeadOnly";
import ProjectLayout from "./ProjectLayout";

const ADDRESS = { path: "/projects/:slug", at: "/projects/demo" };

function answerAs(role: Role, changes: Partial<Project> = {}, news = buildNews()): void {
  fakeServer({
    "GET projects/demo/": { json: buildProject({ role, ...changes }) },
    "GET projects/demo/news/": { json: news },
  });
}

async function linksOf(
  role: Role,
  changes?: Partial<Project>,
  news?: News,
): Promise<(string | null)[]> {
  answerAs(role, changes, news);
  renderApp(<ProjectLayout />, ADDRESS);
  const navigation = await screen.findByRole("navigation", { name: "Project" });
  const links = await within(navigation).findAllByRole("link");
  return links.map((link) => link.textContent);
}

test("a lead finds the pages of the project in groups, and unused ones under More", async () => {
  expect(await linksOf("lead")).toEqual([
    "Overview",
    "Examples",
    "Annotations",
    "Import",
    "Export",
    "Publish",
    "Members",
    "Hours",
    "Statistics",
    "Disagreements",
    "Leaderboard",
    "Help requests",
    "Guidelines",
    "History",
    "Settings",
  ]);
  await userEvent.click(screen.getByRole("button", { name: "More" }));
  const links = within(screen.getByRole("navigation", { name: "Project" })).getAllByRole("link");
  expect(links.slice(15).map((link) => link.textContent)).toEqual([
    "Queries",
    "Training",
    "Controls",
    "Judgments",
    "Error analyses",
    "FAQ",
    "Feedback",
  ]);
});

test("a page with something on it is in its group", async () => {
  expect(await linksOf("lead", {}, buildNews({ used_pages: ["judgment-rounds", "faq"] }))).toEqual(
    expect.arrayContaining(["Judgments", "FAQ"]),
  );
  expect(screen.queryByRole("link", { name: "Error analyses" })).toBeNull();
});

test("More is open on one of its pages", async () => {
  answerAs("lead");
  renderApp(<ProjectLayout />, { path: "/projects/:slug/*", at: "/projects/demo/queries" });
  expect(await screen.findByRole("link", { current: "page" })).toHaveTextContent("Queries");
  expect(screen.getByRole("button", { name: "More" })).toHaveAttribute("aria-expanded", "true");
});

test("a lead finds the pages of the project's kind, its own and those that some kinds have", async () => {
  const used = buildNews({ used_pages: ["comparison-studies"] });
  expect(await linksOf("lead", { kind: "asqa" }, used)).toEqual(
    expect.arrayContaining(["Concerns", "Confirmations", "Passages", "Comparisons"]),
  );
});

test("an annotator finds their work and the guidelines", async () => {
  expect(await linksOf("annotator")).toEqual([
    "My work",
    "Help requests",
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
