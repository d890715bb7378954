import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";

import { queryKeys } from "@/api/queryKeys";
import type { Role } from "@/api/types";
import { buildProject } from "@/test/builders";
import { renderApp, testQueryClient } from "@/test/render";
import { type RecordedRequest, fakeServer } from "@/test/server";

import GuidelinesPage from "./GuidelinesPage";

const PAGE = { path: "/projects/:slug/guidelines", at: "/projects/demo/guidelines" };

function serve(role: Role, stored: { version: number; markdown: string }): RecordedRequest[] {
  const answer = (version: number, markdown: string) => ({
    json: { version, markdown, html: "", updated_at: "2026-11-20T09:00:00Z" },
  });
  return fakeServer({
    "GET projects/demo/": { json: buildProject({ role }) },
    "GET projects/demo/guidelines/": answer(stored.version, stored.markdown),
    "PUT projects/demo/guidelines/": answer(stored.version + 1, "# Second"),
  });
}

test("annotators read the guidelines and can't edit them", async () => {
  serve("annotator", { version: 1, markdown: "# First" });
  renderApp(<GuidelinesPage />, PAGE);
  expect(await screen.findByRole("heading", { name: "First", level: 2 })).toBeVisible();
  expect(screen.queryByRole("button", { name: "Edit" })).toBeNull();
});

test("a new project has a draft, which a lead accepts or adapts", async () => {
  const requests = serve("lead", { version: 0, markdown: "# Draft" });
  renderApp(<GuidelinesPage />, PAGE);
  expect(await screen.findByText("These guidelines are a draft")).toBeVisible();
  expect(await screen.findByRole("heading", { name: "Draft", level: 2 })).toBeVisible();
  expect(screen.getByRole("button", { name: "Adapt" })).toBeEnabled();
  await userEvent.click(screen.getByRole("button", { name: "Accept as version 1" }));
  expect(await screen.findByText(/^You accepted the draft as version 1/)).toBeVisible();
  expect(requests.filter(({ method }) => method === "PUT").map(({ body }) => body)).toEqual([
    { markdown: "# Draft" },
  ]);
});

test("annotators are told that they read a draft, and can't accept it", async () => {
  serve("annotator", { version: 0, markdown: "# Draft" });
  renderApp(<GuidelinesPage />, PAGE);
  expect(await screen.findByText(/^Draft that every project starts with/)).toBeVisible();
  expect(screen.queryByRole("button", { name: /^Accept/ })).toBeNull();
});

test("a lead saves a new version and sees it", async () => {
  const requests = serve("lead", { version: 1, markdown: "# First" });
  renderApp(<GuidelinesPage />, PAGE);
  await screen.findByRole("heading", { name: "First" });
  await userEvent.click(screen.getByRole("button", { name: "Edit" }));
  const source = screen.getByLabelText("Guidelines in Markdown");
  await userEvent.clear(source);
  await userEvent.type(source, "# Second");
  expect(await screen.findByRole("heading", { name: "Second" })).toBeVisible();
  // Arrow keys scroll it once Tab has come here.
  expect(screen.getByRole("region", { name: "Preview" })).toHaveAttribute("tabindex", "0");
  await userEvent.click(screen.getByRole("button", { name: "Save as version 2" }));
  expect(await screen.findByText("Annotators now see version 2 of the guidelines.")).toBeVisible();
  expect(requests.filter(({ method }) => method === "PUT").map(({ body }) => body)).toEqual([
    { markdown: "# Second" },
  ]);
});

test("leaving with unsaved changes asks first", async () => {
  serve("lead", { version: 1, markdown: "# First" });
  renderApp(<GuidelinesPage />, PAGE);
  await screen.findByRole("heading", { name: "First" });
  await userEvent.click(screen.getByRole("button", { name: "Edit" }));
  await userEvent.type(screen.getByLabelText("Guidelines in Markdown"), "!");
  await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
  expect(await screen.findByText("Leave without saving?")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Discard my changes" }));
  expect(await screen.findByRole("button", { name: "Edit" })).toBeVisible();
});

test("a version that another lead saves meanwhile is not replaced unnoticed", async () => {
  let version = 1;
  fakeServer({
    "GET projects/demo/": { json: buildProject({ role: "lead" }) },
    "GET projects/demo/guidelines/": () => ({
      json: { version, markdown: "# First", html: "", updated_at: "2026-11-20T09:00:00Z" },
    }),
  });
  const queryClient = testQueryClient();
  renderApp(<GuidelinesPage />, { ...PAGE, queryClient });
  await screen.findByRole("heading", { name: "First" });
  await userEvent.click(screen.getByRole("button", { name: "Edit" }));
  expect(screen.queryByText(/was saved in the meantime/)).toBeNull();
  version = 2;
  await queryClient.invalidateQueries({ queryKey: queryKeys.guidelines("demo") });
  expect(await screen.findByText("Version 2 was saved in the meantime")).toBeVisible();
});
