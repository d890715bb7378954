import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";

import type { ReleasedVersion, ReleasePreview } from "@/api/releases";
import { buildProject } from "@/test/builders";
import { renderApp } from "@/test/render";
import { fakeServer, jobList } from "@/test/server";

import PublishPage from "./PublishPage";

const PREVIEW: ReleasePreview = {
  card: [
    { name: "version", title: "Version", help: "Such as 1.0.0.", longest: 20, text: "1.1.0" },
    { name: "summary", title: "Summary", help: "What it is for.", longest: 100, text: "" },
  ],
  licences: [],
  people_left_out: [],
  examples_left_out: [],
  configurations: ["nq", "labels", "judgments"],
  examples: 40,
  annotations: 80,
  left_out: ["Names, mail addresses and accounts: annotators have pseudonyms."],
  simulated: 0,
  statistics_at: null,
  no_parquet: "",
  version: "1.1.0",
  is_released: true,
};

const VERSIONS: ReleasedVersion[] = [
  {
    version: "1.1.0",
    released_at: "2026-02-05T12:00:00Z",
    job: "00000000-0000-4000-8000-000000000002",
    examples: 40,
    annotations: 80,
    simulated: false,
    changes: ["Added examples: 7, 8.", "Annotators: 4, 1 more than before."],
  },
  {
    version: "1.0.0",
    released_at: "2026-02-04T12:00:00Z",
    job: "00000000-0000-4000-8000-000000000001",
    examples: 38,
    annotations: 76,
    simulated: false,
    changes: [],
  },
];

function show() {
  const requests = fakeServer({
    "GET projects/demo/": { json: buildProject({ slug: "demo" }) },
    "GET projects/demo/release/": { json: PREVIEW },
    "GET projects/demo/releases/": {
      json: { count: 2, next: null, previous: null, results: VERSIONS },
    },
    "GET projects/demo/jobs/": jobList([]),
    "GET projects/demo/exports/": { json: [] },
    "POST projects/demo/releases/": { status: 202, json: { job: "x" } },
    "PATCH projects/demo/release/": { json: PREVIEW },
  });
  renderApp(<PublishPage />, { path: "/projects/:slug/publish", at: "/projects/demo/publish" });
  return requests;
}

test("only what is chosen is released", async () => {
  const requests = show();
  const form = await screen.findByRole("region", { name: "Version 1.1.0" });
  expect(form).toHaveTextContent("40 examples, 80 annotations that count.");
  await userEvent.click(within(form).getByRole("checkbox", { name: /^Judgments/ }));
  await userEvent.click(within(form).getByRole("button"));
  await waitFor(() => {
    expect(requests.find(({ method }) => method === "POST")?.body).toEqual({
      configurations: ["nq", "labels"],
      simulated: false,
      allowed: [],
    });
  });
});

test("a version that was made before is named, and nothing chosen can't be released", async () => {
  show();
  const form = await screen.findByRole("region", { name: "Version 1.1.0" });
  expect(within(form).getByRole("alert")).toHaveTextContent("Version 1.1.0 was made before");
  for (const box of within(form).getAllByRole("checkbox")) {
    await userEvent.click(box);
  }
  expect(within(form).getByRole("button")).toBeDisabled();
});

test("each version says what it changed", async () => {
  show();
  const newest = await screen.findByRole("article", { name: "Version 1.1.0" });
  expect(
    within(newest)
      .getAllByRole("listitem")
      .map((each) => each.textContent),
  ).toEqual(VERSIONS[0]?.changes);
  const first = screen.getByRole("article", { name: "Version 1.0.0" });
  expect(within(first).queryByRole("listitem")).not.toBeInTheDocument();
});

test("only the fields of the card that changed are sent", async () => {
  const requests = show();
  const card = await screen.findByRole("region", { name: "Data set card" });
  await userEvent.type(within(card).getByRole("textbox", { name: "Summary" }), "Questions.");
  await userEvent.type(within(card).getByRole("textbox", { name: "Examples left out" }), "7");
  await userEvent.click(within(card).getByRole("button", { name: "Save the card" }));
  await waitFor(() => {
    expect(requests.find(({ method }) => method === "PATCH")?.body).toEqual({
      summary: "Questions.",
      examples_left_out: ["7"],
    });
  });
});
