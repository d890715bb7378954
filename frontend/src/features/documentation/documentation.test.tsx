import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";

import { renderApp } from "@/test/render";

import DocumentationPage from "./DocumentationPage";
import { anchorOf, INDEX, linkFrom, NAMES, pictureAt, readDocument, sectionsOf } from "./documents";
import { findIn } from "./search";

test("every document of the index is there, under its heading", async () => {
  const sections = sectionsOf((await readDocument(INDEX)) ?? "");
  expect(sections.map(({ title }) => title)).toContain("Run a project");
  const listed = sections.flatMap(({ entries }) => entries.map(({ name }) => name));
  expect(listed.filter((name) => !NAMES.includes(name))).toEqual([]);
  expect(listed).toContain("dashboards");
});

test.each([
  ["tour", "measures.md#agreement", "/docs/measures#agreement"],
  ["rooms/queue", "../decisions/charts.md", "/docs/decisions/charts"],
  ["rooms/queue", "statistics.md", "/docs/rooms/statistics"],
  ["tour", "README.md", "/docs"],
  ["tour", "#top", "#top"],
  ["tour", "https://example.org/x", "https://example.org/x"],
  ["tour", "../CHANGELOG.md", ""],
  ["tour", "nowhere.md", ""],
])("in %s, %s leads to %s", (from, address, to) => {
  expect(linkFrom(from, address)).toBe(to);
});

test("headings have the names that code hosts give them", () => {
  expect(anchorOf("Who needs help? (`C_d` & more)")).toBe("who-needs-help-c_d--more");
});

test("pictures are part of the build", () => {
  expect(pictureAt("screenshots/statistics-schedule.png")).toMatch(/\.png$/);
  expect(pictureAt("screenshots/nothing.png")).toBe("");
});

const DOCUMENTS = new Map([
  [
    "queue",
    "# The queue\n\nWho gets what.\n\n## Leases\n\nA [lease](x.md) ends after **an hour**.",
  ],
  ["faults", "# Faults\n\nA killed worker loses no lease."],
]);

test("a search finds passages with all words, headings first", () => {
  expect(findIn(DOCUMENTS, "lease")).toEqual([
    {
      name: "queue",
      title: "The queue",
      heading: "Leases",
      anchor: "leases",
      excerpt: "A lease ends after an hour.",
    },
    {
      name: "faults",
      title: "Faults",
      heading: "",
      anchor: "",
      excerpt: "Faults A killed worker loses no lease.",
    },
  ]);
  expect(findIn(DOCUMENTS, "lease hour").map(({ name }) => name)).toEqual(["queue"]);
  expect(findIn(DOCUMENTS, " ")).toEqual([]);
});

test("a search finds beginnings of words, and first where they are often", () => {
  const texts = new Map([
    ["release", "# Publishing\n\nA release has no leased question (a+b)."],
    ["leases", "# Claims\n\nA lease ends. Another lease begins."],
    ["none", "# Releases\n\nEach release."],
  ]);
  expect(findIn(texts, "lease").map(({ name }) => name)).toEqual(["leases", "release"]);
  expect(findIn(texts, "lease")[1]?.excerpt).toContain("leased");
  expect(findIn(texts, "(a+b").map(({ name }) => name)).toEqual(["release"]);
});

test("a reader searches, follows a result and reads the page", async () => {
  renderApp(<DocumentationPage />, { path: "/docs/*", at: "/docs" });
  expect(await screen.findByRole("heading", { level: 1 })).toHaveTextContent("Documentation");
  const contents = screen.getByRole("navigation", { name: "Documentation" });
  expect(await within(contents).findByRole("link", { name: "A lead's week" })).toHaveAttribute(
    "href",
    "/docs/week",
  );
  await userEvent.type(screen.getByRole("searchbox"), "Clopper");
  const results = await screen.findByRole("region", { name: "Search results" });
  await userEvent.click(
    await within(results).findByRole("link", { name: "Intervals: The binomial's interval" }),
  );
  expect(await screen.findByRole("heading", { name: "Intervals", level: 1 })).toBeVisible();
  expect(screen.getByRole("searchbox")).toHaveValue("");
});

test("an address without a page leads to the index", async () => {
  renderApp(<DocumentationPage />, { path: "/docs/*", at: "/docs/nothing" });
  expect(await screen.findByText("There is no such page")).toBeVisible();
  expect(screen.getByRole("link", { name: "All pages of the documentation" })).toHaveAttribute(
    "href",
    "/docs",
  );
});
