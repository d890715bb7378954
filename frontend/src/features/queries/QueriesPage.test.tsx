import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";

import type {
  LoggedQuery,
  PageSearch,
  QueryFilters,
  QueryFunnel,
  QueryStep,
} from "@/api/queryLogs";
import { buildProject } from "@/test/builders";
import { renderApp } from "@/test/render";
import { fakeServer, page } from "@/test/server";

import QueriesPage from "./QueriesPage";
import { STEPS } from "./steps";

const FUNNEL = "GET projects/demo/query-funnel/";
const LIST = "GET projects/demo/queries/";
const FILTERS = "GET projects/demo/query-filters/";

function buildQuery(changes: Partial<LoggedQuery> = {}): LoggedQuery {
  return {
    id: 7,
    text: "who owned most of the railroads in the 1800s",
    other_wordings: ["Who owned most of the railroads, in the 1800s?"],
    count: 12,
    users: 3,
    step: "flagged",
    reason: "It has an offensive word: a lead decides.",
    heuristics: ["2"],
    flags: ["an offensive word"],
    ...changes,
  };
}

function buildFunnel(counts: Partial<Record<QueryStep, number>>): QueryFunnel {
  const steps = (Object.keys(STEPS) as QueryStep[]).map((step) => {
    const queries = counts[step] ?? 0;
    return { step, queries, issued: 2 * queries, samples: [] };
  });
  return { queries: steps.reduce((sum, { queries }) => sum + queries, 0), steps };
}

const search: PageSearch = {
  provider: "wiki",
  address: "",
  path: "",
  header_names: [],
  hosts: ["*.wikipedia.org"],
};

const PROJECT = {
  "GET projects/demo/": { json: buildProject() },
  "GET projects/demo/jobs/": { json: page([]) },
  "GET projects/demo/page-search/": { json: search },
  "GET projects/demo/splits/": {
    json: { splits: [], draw: null, hidden: "", is_steward: true },
  },
};

const filters: QueryFilters = {
  min_words: 8,
  min_users: 2,
  hours: 24,
  heuristics: ["1a", "1b", "2", "3", "4", "5"],
  entities: "asked_nouns",
  how_to: false,
  categories: "",
  offensive_words: "",
  page_titles: "",
};

function renderPage() {
  return renderApp(<QueriesPage />, {
    path: "/projects/:slug/queries",
    at: "/projects/demo/queries",
  });
}

test("the funnel says how many queries ended where, and opens those that wait", async () => {
  const requests = fakeServer({
    [FUNNEL]: { json: buildFunnel({ short: 1200, flagged: 1, kept: 799 }) },
    [LIST]: { json: page([buildQuery()]) },
    [FILTERS]: { json: filters },
    ...PROJECT,
    "POST projects/demo/queries/7/decision/": { json: buildQuery({ step: "kept" }) },
  });
  renderPage();
  const funnel = await screen.findByRole("table", { name: "Funnel" });
  const short = within(funnel).getByRole("row", { name: /Too short/ });
  expect(within(short).getByText("1,200")).toBeVisible();
  expect(within(short).getByText("2,400")).toBeVisible();
  expect(within(short).getByLabelText("Too short: 60%")).toBeVisible();
  const waiting = screen.getByRole("region", { name: "Waiting for you" });
  const query = await within(waiting).findByRole("article");
  expect(
    within(query).getByText(/Issued 12 times by 3 people, in 1 other wording too/),
  ).toBeVisible();
  await userEvent.click(within(query).getByRole("button", { name: "Keep" }));
  await waitFor(() => {
    expect(requests.find(({ method }) => method === "POST")?.body).toEqual({ keep: true });
  });
  // The query leaves the step with its buttons.
  expect(waiting).toHaveFocus();
});

test("another step shows its queries", async () => {
  const requests = fakeServer({
    [FUNNEL]: { json: buildFunnel({ short: 1, kept: 3 }) },
    [LIST]: { json: page([buildQuery({ step: "short" })]) },
    [FILTERS]: { json: filters },
    ...PROJECT,
  });
  renderPage();
  await userEvent.click(await screen.findByRole("button", { name: "Too short" }));
  expect(await screen.findByRole("region", { name: "Too short" })).toBeVisible();
  await waitFor(() => {
    expect(requests.filter(({ path }) => path.endsWith("queries/")).at(-1)?.query.step).toBe(
      "short",
    );
  });
});

test("filters are saved for the next import", async () => {
  const requests = fakeServer({
    [FUNNEL]: { json: buildFunnel({}) },
    [FILTERS]: { json: filters },
    ...PROJECT,
    "PATCH projects/demo/query-filters/": { json: { ...filters, how_to: true } },
  });
  renderPage();
  expect(await screen.findByText("No queries yet")).toBeVisible();
  await userEvent.click(await screen.findByLabelText(/^3: several names/));
  const allNouns = screen.getByRole("radio", { name: "All nouns" });
  // 1,234 of 1,250, and 28 of 39.
  expect(allNouns).toHaveAccessibleDescription(
    "Keeps 99% of real questions and 72% of queries that ask for no fact.",
  );
  await userEvent.click(allNouns);
  await userEvent.click(screen.getByLabelText("Keep queries that begin with “how to”"));
  await userEvent.click(screen.getByRole("button", { name: "Save filters" }));
  expect(await screen.findByText("The next import uses these filters.")).toBeVisible();
  expect(requests.find(({ method }) => method === "PATCH")?.body).toEqual({
    ...filters,
    heuristics: ["1a", "1b", "2", "4", "5"],
    entities: "all_nouns",
    how_to: true,
  });
});

test("queries are filtered again by what was saved", async () => {
  const requests = fakeServer({
    [FUNNEL]: { json: buildFunnel({ kept: 3 }) },
    [LIST]: { json: page([buildQuery({ step: "kept" })]) },
    [FILTERS]: { json: filters },
    ...PROJECT,
    "POST projects/demo/query-filters/apply/": { status: 202, json: { job: "1" } },
  });
  renderPage();
  expect(await screen.findByText(/^Issued 6 times: 3 queries after merging/)).toBeVisible();
  await userEvent.click(await screen.findByRole("button", { name: "Filter again" }));
  expect(await screen.findByText("The queries are being filtered again.")).toBeVisible();
  expect(requests.filter(({ method }) => method === "POST")).toHaveLength(1);
});

test("examples are made of the kept queries under the name of a split", async () => {
  const requests = fakeServer({
    [FUNNEL]: { json: buildFunnel({ kept: 3, no_page: 2 }) },
    [LIST]: { json: page([buildQuery({ step: "kept" })]) },
    [FILTERS]: { json: filters },
    ...PROJECT,
    "POST projects/demo/query-pages/": { status: 202, json: { job: "1" } },
  });
  renderPage();
  await userEvent.type(await screen.findByLabelText("Split"), "dev");
  await userEvent.click(screen.getByLabelText("Search again for queries without a page"));
  await userEvent.click(screen.getByRole("button", { name: "Make examples" }));
  expect(
    await screen.findByText("Pages are being found. Their import follows by itself."),
  ).toBeVisible();
  expect(requests.find(({ method }) => method === "POST")?.body).toEqual({
    split: "dev",
    again: true,
    draw: null,
  });
});

test.each([0, 3])(
  "a project for ASQA with %i kept queries says where examples are made",
  async (kept) => {
    fakeServer({
      [FUNNEL]: { json: buildFunnel({ kept }) },
      [LIST]: { json: page([buildQuery({ step: "kept" })]) },
      [FILTERS]: { json: filters },
      ...PROJECT,
      "GET projects/demo/": { json: buildProject({ kind: "asqa" }) },
    });
    renderPage();
    const card = await screen.findByRole("region", { name: "Make examples" });
    expect(card).toHaveTextContent(
      "This project is for ASQA, whose examples come with files of questions. To make examples of queries, import the log into a project for Natural Questions.",
    );
    expect(within(card).queryByRole("button")).not.toBeInTheDocument();
  },
);

test("splits are drawn with the examples, and a project that was drawn says so", async () => {
  const requests = fakeServer({
    [FUNNEL]: { json: buildFunnel({ kept: 3 }) },
    [LIST]: { json: page([buildQuery({ step: "kept" })]) },
    [FILTERS]: { json: filters },
    ...PROJECT,
    "POST projects/demo/query-pages/": { status: 202, json: { job: "1" } },
  });
  renderPage();
  await userEvent.click(await screen.findByLabelText(/^Draw the project’s splits/));
  expect(screen.queryByLabelText("Split")).not.toBeInTheDocument();
  await userEvent.clear(screen.getByLabelText("Seed"));
  expect(screen.getByRole("button", { name: "Make examples" })).toBeDisabled();
  await userEvent.type(screen.getByLabelText("Seed"), "5");
  await userEvent.click(screen.getByRole("button", { name: "Make examples" }));
  await waitFor(() => {
    expect(requests.find(({ method }) => method === "POST")?.body).toEqual({
      split: "",
      again: false,
      draw: {
        seed: 5,
        parts: [
          { name: "train", share: 0.8 },
          { name: "dev", share: 0.1 },
          { name: "test", share: 0.1 },
        ],
      },
    });
  });
});

test("a search service is set up without showing its headers again", async () => {
  const service: PageSearch = { ...search, provider: "service", header_names: ["X-Key"] };
  const requests = fakeServer({
    [FUNNEL]: { json: buildFunnel({}) },
    [FILTERS]: { json: filters },
    ...PROJECT,
    "PATCH projects/demo/page-search/": { json: service },
  });
  renderPage();
  await userEvent.click(await screen.findByRole("radio", { name: /^A search service/ }));
  await userEvent.type(screen.getByLabelText("Address"), "https://s.example.org/?q={{query}");
  await userEvent.type(screen.getByLabelText("Path to the results"), "hits.url");
  await userEvent.type(screen.getByLabelText("Headers"), "X-Key");
  expect(screen.getByText("Write each header as Name: value.")).toBeVisible();
  await userEvent.type(screen.getByLabelText("Headers"), ": hush");
  await userEvent.click(screen.getByRole("button", { name: "Save search" }));
  expect(await screen.findByText("The next search for pages uses this.")).toBeVisible();
  expect(requests.find(({ method }) => method === "PATCH")?.body).toEqual({
    provider: "service",
    address: "https://s.example.org/?q={query}",
    path: "hits.url",
    headers: { "X-Key": "hush" },
  });
  expect(screen.getByLabelText("Headers")).toHaveValue("");
});
