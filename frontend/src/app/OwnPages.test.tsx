import { screen } from "@testing-library/react";
import { expect, test } from "vitest";

import type { ProjectKind, Role } from "@/api/types";
import { buildProject } from "@/test/builders";
import { renderApp } from "@/test/render";
import { fakeServer, page } from "@/test/server";

import OwnPages from "./OwnPages";

async function headingFor(kind: ProjectKind, role: Role): Promise<string | null> {
  fakeServer({
    "GET projects/demo/": { json: buildProject({ kind, role }) },
    "GET projects/demo/concerns/": { json: page([]) },
  });
  renderApp(<OwnPages />, { path: "/projects/:slug/*", at: "/projects/demo/concerns" });
  return (await screen.findByRole("heading", { level: 1 })).textContent;
}

test("a page of one kind's room is there for leads, in projects of that kind", async () => {
  expect(await headingFor("asqa", "lead")).toBe("Concerns");
});

test("others are told that it is for leads", async () => {
  expect(await headingFor("asqa", "annotator")).toBe("This page is for the project's leads");
});

test("in projects of another kind there is nothing at its address", async () => {
  expect(await headingFor("nq", "lead")).toBe("There is nothing at this address");
});
