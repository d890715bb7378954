import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";

import { renderApp } from "@/test/render";
import { fakeServer } from "@/test/server";

import { GuidelinesDrawerProvider } from "./GuidelinesDrawerProvider";

const GUIDELINES = {
  version: 2,
  markdown: "# What we collect\n\n<b>bold</b>",
  html: "",
  updated_at: "2026-11-20T09:00:00Z",
};

function renderDrawer(slug: string | undefined): void {
  fakeServer({ "GET projects/demo/guidelines/": { json: GUIDELINES } });
  renderApp(
    <GuidelinesDrawerProvider slug={slug}>
      <input aria-label="Search" />
    </GuidelinesDrawerProvider>,
  );
}

test("the key ? opens the guidelines and Escape closes them", async () => {
  renderDrawer("demo");
  await userEvent.keyboard("?");
  expect(await screen.findByRole("heading", { name: "What we collect" })).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await waitFor(() => {
    expect(screen.queryByRole("heading", { name: "What we collect" })).toBeNull();
  });
});

test("where there is room they open beside the page, whose keys go on working", async () => {
  const heard = { addEventListener: () => undefined, removeEventListener: () => undefined };
  vi.stubGlobal("matchMedia", (media: string) => ({ media, matches: true, ...heard }));
  renderDrawer("demo");
  await userEvent.keyboard("?");
  expect(await screen.findByRole("heading", { name: "What we collect" })).toBeVisible();
  expect(screen.getByRole("complementary", { name: "Guidelines" })).toBeVisible();
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(document.body).toHaveFocus();
  await userEvent.keyboard("{Escape}");
  expect(screen.getByRole("heading", { name: "What we collect" })).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Close the guidelines" }));
  expect(screen.queryByRole("heading", { name: "What we collect" })).toBeNull();
});

test("HTML in the guidelines is shown as it was typed", async () => {
  renderDrawer("demo");
  await userEvent.keyboard("?");
  expect(await screen.findByText("<b>bold</b>")).toBeVisible();
});

test("a ? that is typed into a field stays in the field", async () => {
  renderDrawer("demo");
  await userEvent.type(screen.getByLabelText("Search"), "why?");
  expect(screen.getByLabelText("Search")).toHaveValue("why?");
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("outside a project the key ? does nothing", async () => {
  renderDrawer(undefined);
  await userEvent.keyboard("?");
  expect(screen.queryByRole("dialog")).toBeNull();
});
