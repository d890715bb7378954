import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";

import { buildAnnotation, buildProject } from "@/test/builders";
import { renderApp } from "@/test/render";
import { fakeServer, page } from "@/test/server";

import AnnotationsPage from "./AnnotationsPage";

test("annotators are asked to look at several answers again, and that is taken back", async () => {
  const imported = buildAnnotation({ id: 3, annotator: "cora", source: "imported" });
  const requests = fakeServer({
    "GET projects/demo/": { json: buildProject() },
    "GET projects/demo/annotators/": { json: page([]) },
    "GET projects/demo/saved-views/": { json: page([]) },
    "GET projects/demo/annotations/": {
      json: page([
        buildAnnotation({ id: 1, annotator: "ada" }),
        buildAnnotation({ id: 2, annotator: "ben" }),
        imported,
      ]),
    },
    "POST projects/demo/annotations/1/reopen/": { json: {} },
    "POST projects/demo/annotations/2/reopen/": { json: {} },
    "DELETE projects/demo/annotations/1/reopen/": { json: {} },
    "DELETE projects/demo/annotations/2/reopen/": { json: {} },
  });
  renderApp(<AnnotationsPage />, {
    path: "/projects/:slug/annotations",
    at: "/projects/demo/annotations",
  });
  await userEvent.click(await screen.findByLabelText("Choose all on this page"));
  expect(screen.getByText("2 annotations chosen")).toBeVisible();
  expect(screen.queryByLabelText(/^Choose the answer of cora/)).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Ask to look again" }));
  const dialog = await screen.findByRole("dialog");
  await userEvent.type(within(dialog).getByLabelText(/^What to look at/), "The table.");
  await userEvent.click(within(dialog).getByRole("button", { name: "Ask" }));
  await userEvent.click(await screen.findByRole("button", { name: "Undo the requests" }));
  await waitFor(() => {
    expect(
      requests
        .filter(({ method }) => method !== "GET")
        .map(({ method, path, body }) => [method, path, body]),
    ).toEqual([
      ["POST", "projects/demo/annotations/1/reopen/", { reason: "The table." }],
      ["POST", "projects/demo/annotations/2/reopen/", { reason: "The table." }],
      ["DELETE", "projects/demo/annotations/1/reopen/", undefined],
      ["DELETE", "projects/demo/annotations/2/reopen/", undefined],
    ]);
  });
});
