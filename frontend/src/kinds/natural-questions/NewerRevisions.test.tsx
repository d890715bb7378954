import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";

import type { RefreshedPage } from "@/api/pageRefreshes";
import { buildJob } from "@/test/builders";
import { renderApp } from "@/test/render";
import { fakeServer, page } from "@/test/server";

import NewerRevisions from "./NewerRevisions";

const CHANGED: RefreshedPage = {
  title: "Plumb bob",
  url: "https://en.wikipedia.org/w/index.php?title=Plumb_bob&oldid=1",
  state: "changed",
  reason: "",
  new_url: "https://en.wikipedia.org/w/index.php?title=Plumb_bob&oldid=2",
  difference: ["- <P> Masons use it . </P>", "+ <P> Builders use it . </P>"],
  more_lines: 0,
  examples: [
    {
      example_id: "5",
      question: "who uses a plumb bob",
      annotations: 1,
      touched: ["long answer"],
      new_example_id: "6",
    },
    {
      example_id: "7",
      question: "what is a plumb bob",
      annotations: 1,
      touched: [],
      new_example_id: "8",
    },
  ],
};
const GONE: RefreshedPage = {
  ...CHANGED,
  title: "Gone",
  url: "https://en.wikipedia.org/wiki/Gone",
  state: "missing",
  reason: "There is no page titled Gone.",
  difference: [],
  examples: [],
};

test("what changed is shown with the touched questions, which can be asked again", async () => {
  const job = buildJob({ kind: "refresh_pages", state: "succeeded" });
  const requests = fakeServer({
    "GET projects/demo/jobs/": { json: page([job]) },
    [`GET projects/demo/page-refreshes/${job.id}/`]: { json: page([CHANGED, GONE]) },
    [`POST projects/demo/page-refreshes/${job.id}/ask-again/`]: { json: { job: "x" } },
  });
  renderApp(<NewerRevisions slug="demo" />);
  await screen.findByText("Plumb bob");
  // The job comes first, in a card of its own.
  const [, changed, gone] = screen.getAllByRole("article");
  if (changed === undefined || gone === undefined) throw new Error("a page is missing");
  expect(within(changed).getByText("who uses a plumb bob (long answer)")).toBeVisible();
  expect(within(changed).queryByText(/what is a plumb bob/)).not.toBeInTheDocument();
  expect(within(changed).getByText(/Builders use it/)).toBeInTheDocument();
  expect(within(gone).getByText("Missing. There is no page titled Gone.")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Ask affected questions again" }));
  expect(requests.filter(({ method }) => method === "POST").map(({ path }) => path)).toEqual([
    `projects/demo/page-refreshes/${job.id}/ask-again/`,
  ]);
});

test("a first look starts a job", async () => {
  const requests = fakeServer({
    "GET projects/demo/jobs/": { json: page([]) },
    "POST projects/demo/page-refreshes/": { json: { job: "x" } },
  });
  renderApp(<NewerRevisions slug="demo" />);
  expect(await screen.findByText("You have not checked yet.")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Look for newer revisions" }));
  expect(requests.find(({ method }) => method === "POST")?.body).toEqual({ ask_again: false });
});
