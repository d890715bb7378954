import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";

import { buildProject } from "@/test/builders";
import { renderApp } from "@/test/render";
import { fakeServer, page } from "@/test/server";

import FeedbackPage from "./FeedbackPage";

test("a page of feedback that is gone leads to the one before", async () => {
  fakeServer({
    "GET projects/demo/": { json: buildProject({ role: "annotator" }) },
    "GET projects/demo/feedback/": ({ query }) =>
      query.page === "2"
        ? { status: 404, json: { code: "not_found", detail: "Invalid page.", fields: {} } }
        : { json: page([]) },
  });
  renderApp(<FeedbackPage />, {
    path: "/projects/:slug/feedback",
    at: "/projects/demo/feedback?state=new&page=2",
  });
  await waitFor(() => {
    expect(screen.getByTestId("address")).toHaveTextContent("/projects/demo/feedback?state=new");
  });
  expect(await screen.findByText("No matching feedback")).toBeVisible();
});
