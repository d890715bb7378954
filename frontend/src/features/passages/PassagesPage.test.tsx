import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";

import type { ContextPassage, ContextShare } from "@/api/contextPassages";
import { renderApp } from "@/test/render";
import { fakeServer, page } from "@/test/server";

import PassagesPage from "./PassagesPage";

const SHARE = "GET projects/demo/context-threshold/";
const LIST = "GET projects/demo/context-passages/";

function buildShare(changes: Partial<ContextShare> = {}): ContextShare {
  return {
    threshold: 0.2,
    counted_at: 0.2,
    disambiguations: 1000,
    own: 100,
    found: 600,
    above: 420,
    unsearched: 0,
    share: 0.52,
    paper_share: 0.45,
    job: null,
    ...changes,
  };
}

function buildPassage(changes: Partial<ContextPassage> = {}): ContextPassage {
  return {
    id: 1,
    example: 7,
    ambiguous_question: "who uses a plumb bob",
    question: "Who uses a plumb bob to centre tripods?",
    short_answers: ["the surveyors"],
    page_title: "Plumb bob",
    text: "Most Surveyors use it.",
    similarity: 0.2345,
    ...changes,
  };
}

function renderPage() {
  return renderApp(<PassagesPage />, {
    path: "/projects/:slug/passages",
    at: "/projects/demo/passages",
  });
}

test("the share stands beside the paper's, with what it is made of", async () => {
  fakeServer({ [SHARE]: { json: buildShare() }, [LIST]: { json: page([]) } });
  renderPage();
  expect(await screen.findByText("52%")).toBeVisible();
  expect(screen.getByText("of 1,000 disambiguations get a passage")).toBeVisible();
  expect(screen.getByText("45% in the ASQA paper")).toBeVisible();
  expect(
    screen.getByText(
      "420 found above the threshold, 180 at or below it; 100 came with the questions; for 300 there is none.",
    ),
  ).toBeVisible();
  expect(screen.getByRole("button", { name: "Use 0.20" })).toBeDisabled();
});

test("what no search has come to is neither none nor part of the share", async () => {
  const counts = buildShare({ disambiguations: 1200, unsearched: 200 });
  fakeServer({ [SHARE]: { json: counts }, [LIST]: { json: page([]) } });
  renderPage();
  expect(await screen.findByText("of 1,000 disambiguations get a passage")).toBeVisible();
  expect(
    screen.getByText(/for 300 there is none; 200 not searched yet, and not counted\.$/),
  ).toBeVisible();
});

test("a passage shows its question, its similarity, and the short answer marked in it", async () => {
  fakeServer({ [SHARE]: { json: buildShare() }, [LIST]: { json: page([buildPassage()]) } });
  renderPage();
  const shown = await screen.findByRole("region", { name: "Shown" });
  const passage = await within(shown).findByRole("article");
  expect(within(passage).getByText("Who uses a plumb bob to centre tripods?")).toBeVisible();
  expect(within(passage).getByText("0.234")).toBeVisible();
  expect(within(passage).getByText("Surveyors").tagName).toBe("MARK");
  expect(within(passage).getByRole("link", { name: "who uses a plumb bob" })).toHaveAttribute(
    "href",
    "/projects/demo/examples/7",
  );
});

test("another threshold is tried with both sides and counts, and saved when it is taken", async () => {
  const requests = fakeServer({
    [SHARE]: { json: buildShare() },
    [LIST]: { json: page([buildPassage()]) },
    "PATCH projects/demo/context-threshold/": { json: buildShare({ threshold: 0.35 }) },
  });
  renderPage();
  const field = await screen.findByLabelText("Threshold as a number");
  fireEvent.change(field, { target: { value: "0.35" } });
  await waitFor(() => {
    const asked = requests.filter(({ query }) => query.threshold === "0.35");
    expect(asked.map(({ path, query }) => `${path} ${query.side ?? ""}`).sort()).toEqual([
      "projects/demo/context-passages/ above",
      "projects/demo/context-passages/ below",
      "projects/demo/context-threshold/ ",
    ]);
  });
  await userEvent.click(screen.getByRole("button", { name: "Use 0.35" }));
  expect(await screen.findByText("Annotators now see passages above 0.35.")).toBeVisible();
  expect(requests.find(({ method }) => method === "PATCH")?.body).toEqual({ threshold: 0.35 });
});

test("each side has pages of its own", async () => {
  const requests = fakeServer({
    [SHARE]: { json: buildShare() },
    [LIST]: { json: page([buildPassage()], 25) },
  });
  renderPage();
  const hidden = await screen.findByRole("region", { name: "Not shown" });
  await userEvent.click(await within(hidden).findByRole("button", { name: "3" }));
  await waitFor(() => {
    expect(requests.filter(({ query }) => query.page === "3").map(({ query }) => query)).toEqual([
      { threshold: "0.2", side: "below", page: "3", page_size: "10" },
    ]);
  });
});

test("where nothing was found yet the job is one click away", async () => {
  const requests = fakeServer({
    [SHARE]: { json: buildShare({ found: 0, above: 0 }) },
    "POST projects/demo/context-passages/": { status: 202, json: { job: "1" } },
  });
  renderPage();
  await userEvent.click(await screen.findByRole("button", { name: "Find passages" }));
  await waitFor(() => {
    expect(requests.some(({ method }) => method === "POST")).toBe(true);
  });
});

test("without disambiguations the page leads to the import", async () => {
  fakeServer({ [SHARE]: { json: buildShare({ disambiguations: 0, found: 0, share: null }) } });
  renderPage();
  expect(await screen.findByRole("link", { name: "Import questions" })).toHaveAttribute(
    "href",
    "/projects/demo/import",
  );
});
