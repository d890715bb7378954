import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";

import type { Role } from "@/api/types";
import { buildProject } from "@/test/builders";
import { renderApp } from "@/test/render";
import { fakeServer } from "@/test/server";

import { LeadOnly } from "./LeadOnly";
import ProjectLayout from "./ProjectLayout";

const ADDRESS = { path: "/projects/:slug", at: "/projects/demo" };

function answerAs(role: Role): void {
  fakeServer({ "GET projects/demo/": { json: buildProject({ role }) } });
}

async function linksOf(role: Role): Promise<(string | null)[]> {
  answerAs(role);
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
    "Annotators",
    "Members",
    "Import",
    "Export",
    "Guidelines",
    "Settings",
  ]);
});

test("an annotator finds their work and the guidelines", async () => {
  expect(await linksOf("annotator")).toEqual(["My work", "Guidelines"]);
});

test("an expert finds judging and the guidelines", async () => {
  expect(await linksOf("expert")).toEqual(["Judging", "Guidelines"]);
});

test("the page one is on is marked", async () => {
  await linksOf("lead");
  expect(screen.getByRole("link", { current: "page" })).toHaveTextContent("Overview");
});

test("an annotator who follows a link to a lead's page is told why it is not there", async () => {
  answerAs("annotator");
  renderApp(<LeadOnly />, ADDRESS);
  expect(await screen.findByText("This page is for the project's leads")).toBeVisible();
});
