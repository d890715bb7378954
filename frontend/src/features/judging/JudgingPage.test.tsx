import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";

import { buildProject, buildRound } from "@/test/builders";
import { renderApp } from "@/test/render";
import { fakeServer, page } from "@/test/server";

import JudgingPage from "./JudgingPage";

test("a round stands beside its button, and every column has a name", async () => {
  fakeServer({
    "GET projects/demo/": { json: buildProject() },
    "GET projects/demo/judgment-rounds/": { json: page([buildRound()]) },
  });
  renderApp(<JudgingPage />, { path: "/projects/:slug/judging", at: "/projects/demo/judging" });
  const row = (await screen.findByRole("link", { name: "Spring" })).closest("tr");
  if (row === null) throw new Error("not in a table");
  const [about, action] = within(row).getAllByRole("cell");
  expect(about).toHaveTextContent(/^Spring.*1 of 3 judged.*Long answers · 3 to judge · opened/);
  expect(within(action ?? row).getByRole("link", { name: "Go on" })).toBeVisible();
  const heads = screen.getAllByRole("columnheader").map(({ textContent }) => textContent);
  expect(heads).toEqual(["Round", "Action"]);
});
