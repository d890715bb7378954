import { screen } from "@testing-library/react";
import { expect, test } from "vitest";

import { buildProject } from "@/test/builders";
import { renderApp } from "@/test/render";
import { fakeServer, page } from "@/test/server";

import FaqPage from "./FaqPage";

const ENTRY = {
  number: 1,
  version: 1,
  title: "Tables",
  question: "",
  answer: "Take the row.",
  is_new: true,
  withdrawn_at: null,
  changed_at: "2026-11-20T09:00:00Z",
};

test("the drawn arrows between pages have names", async () => {
  fakeServer({
    "GET projects/demo/": { json: buildProject({ role: "annotator" }) },
    "GET projects/demo/faq/": { json: page([ENTRY], 30) },
    "POST projects/demo/faq/seen/": { status: 204 },
  });
  renderApp(<FaqPage />, { path: "/projects/:slug/faq", at: "/projects/demo/faq" });
  expect(await screen.findByRole("button", { name: "Next" })).toBeEnabled();
  expect(screen.getByRole("button", { name: "Previous" })).toBeDisabled();
});
