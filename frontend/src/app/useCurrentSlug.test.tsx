import { useQuery } from "@tanstack/react-query";
import { screen } from "@testing-library/react";
import { expect, test } from "vitest";

import { ownAnnotationQuery } from "@/api/annotations";
import { assignmentQuery } from "@/api/assignments";
import { buildAnnotation, REVISED_ASSIGNMENT } from "@/test/builders";
import { renderApp } from "@/test/render";
import { fakeServer } from "@/test/server";

import { useCurrentSlug } from "./useCurrentSlug";

function Frame() {
  return <p>Project: {useCurrentSlug() ?? "none"}</p>;
}

function Revision() {
  useQuery(ownAnnotationQuery(4));
  return <Frame />;
}

function Assignment() {
  useQuery(assignmentQuery(7));
  return <Frame />;
}

test("a revision belongs to the project of its assignment, so its guidelines are a key away", async () => {
  fakeServer({
    "GET annotations/4/": {
      json: {
        annotation: buildAnnotation({ id: 4 }),
        assignment: { ...REVISED_ASSIGNMENT, project: "demo" },
        newest: 4,
        may_revise: true,
        may_revise_until: null,
        may_undo: false,
        undone: true,
      },
    },
  });
  renderApp(<Revision />, { path: "/annotations/:id", at: "/annotations/4" });
  expect(await screen.findByText("Project: demo")).toBeVisible();
});

test("an assignment that is opened again belongs to its project", async () => {
  fakeServer({ "GET assignments/7/": { json: { ...REVISED_ASSIGNMENT, project: "demo" } } });
  renderApp(<Assignment />, { path: "/assignments/:id", at: "/assignments/7" });
  expect(await screen.findByText("Project: demo")).toBeVisible();
});

test("other addresses without a project have none", () => {
  renderApp(<Frame />, { path: "/account", at: "/account" });
  expect(screen.getByText("Project: none")).toBeVisible();
});
