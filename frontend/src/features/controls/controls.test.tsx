import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";

import { buildProject } from "@/test/builders";
import { renderApp } from "@/test/render";
import { fakeServer } from "@/test/server";

import ControlsPage from "./ControlsPage";

const PAGE = { path: "/projects/:slug/controls", at: "/projects/demo/controls" };
const list = (results: unknown[]) => ({
  json: { count: results.length, next: null, previous: null, results },
});

test("a lead sees what controls show, sets their share and takes a named question back", async () => {
  const requests = fakeServer({
    "GET projects/demo/": { json: buildProject() },
    "GET projects/demo/controls/share/": { json: { percent: 0 } },
    "GET projects/demo/controls/": list([
      {
        example: 3,
        question: "who keeps the ferry",
        marked_at: "2026-01-05T09:00:00Z",
        result: { answered: 4, agreed: 0.75, low: 0.19, high: 0.99, reason: "" },
      },
    ]),
    "GET projects/demo/named-assignments/": list([
      {
        id: 8,
        example: 4,
        question: "where is the pier",
        member: 2,
        name: "Ada",
        named_at: "2026-01-05T09:00:00Z",
        has_slot: false,
      },
    ]),
    "GET projects/demo/examples/": list([]),
    "GET projects/demo/members/": list([]),
    "PUT projects/demo/controls/share/": { json: { percent: 10 } },
    "DELETE projects/demo/named-assignments/8/": { status: 204 },
  });
  renderApp(<ControlsPage />, PAGE);
  expect(await screen.findByText("75%")).toBeVisible();
  expect(screen.getByText("19%–99% · 4 answers")).toBeVisible();
  expect(await screen.findByText("Others hold its places")).toBeVisible();
  const share = await screen.findByLabelText("Controls among 100 questions");
  await userEvent.clear(share);
  await userEvent.type(share, "10");
  await userEvent.click(screen.getByRole("button", { name: "Save the share" }));
  await userEvent.click(
    screen.getByRole("button", { name: "Take back where is the pier for Ada" }),
  );
  await waitFor(() => {
    const changes = requests.filter(({ method }) => method !== "GET");
    expect(changes.map(({ method, body }) => [method, body])).toEqual([
      ["PUT", { percent: 10 }],
      ["DELETE", undefined],
    ]);
  });
});
