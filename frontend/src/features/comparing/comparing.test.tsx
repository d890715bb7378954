import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";

import { TOO_SOON } from "@/annotating/useFirstLook";
import type { Comparison, Study } from "@/api/comparisons";
import { renderApp } from "@/test/render";
import { fakeServer } from "@/test/server";

import ComparePage from "./ComparePage";

const PATH = "/projects/:slug/comparing/:id";
const AT = "/projects/orle/comparing/3";

const DRAFT: NonNullable<Comparison["draft"]> = {
  left_captures: [true, null],
  right_captures: [null, null],
  ambiguity: null,
  fluency: "tie",
  overall: null,
  comment: "",
  seconds: 12,
};

function buildComparison(changes: Partial<Comparison> = {}): Comparison {
  return {
    id: 7,
    study: 3,
    position: 0,
    total: 2,
    question: "who keeps the old crossing",
    disambiguations: [
      { question: "Who keeps the ferry?", short_answers: ["Marten"] },
      { question: "When was the bridge opened?", short_answers: ["1867"] },
    ],
    left: { text: "Marten keeps the ferry." },
    right: { text: "A bridge was opened in 1867." },
    draft: null,
    version: 0,
    submitted_at: null,
    answer: null,
    ...changes,
  };
}

function buildStudy(changes: Partial<Study> = {}): Study {
  return {
    id: 3,
    project: "orle",
    number: 1,
    title: "Ferry answers",
    origin: "here",
    seed: null,
    question_count: 2,
    pair_count: 2,
    comparers_per_pair: 1,
    instructions: "",
    systems: [],
    comparers: [{ number: 1, name: "You", is_you: true, done: 0, total: 2 }],
    opened_at: "2026-11-20T09:00:00Z",
    finished_at: null,
    cancelled_at: null,
    seat: 1,
    answers_left_out: 0,
    questions_left_out: 0,
    instructions_html: "",
    ...changes,
  };
}

/** A server with one pair, and a second one once the first is submitted. */
function serve(first: Comparison = buildComparison()) {
  let submitted = false;
  return fakeServer({
    "GET comparison-studies/3/": { json: buildStudy() },
    "POST comparison-studies/3/next/": () => ({
      json: submitted
        ? buildComparison({ id: 8, position: 1, question: "when was it opened" })
        : first,
    }),
    "PUT comparisons/7/draft/": { json: { ...first, draft: DRAFT, version: first.version + 1 } },
    "POST comparisons/7/submit/": () => {
      submitted = true;
      return { status: 201, json: { ...first, submitted_at: "2026-11-20T09:10:00Z" } };
    },
  });
}

const choice = (name: string | RegExp) => screen.getByRole("radiogroup", { name });

beforeEach(() => {
  window.localStorage.clear();
});

test("a pair is judged and submitted by keyboard alone, and the next one follows", async () => {
  const requests = serve();
  renderApp(<ComparePage />, { path: PATH, at: AT });
  expect(await screen.findByRole("heading", { level: 1 })).toHaveFocus();
  await userEvent.keyboard("ynny132{Control>}{Enter}{/Control}");
  expect(await screen.findByText("when was it opened")).toBeVisible();
  const sent = requests.find(({ path }) => path === "comparisons/7/submit/");
  expect(sent?.body).toMatchObject({
    left_captures: [true, false],
    right_captures: [false, true],
    ambiguity: "left",
    fluency: "right",
    overall: "tie",
    comment: "",
  });
  expect(sent?.headers["idempotency-key"]).toMatch(/^[0-9a-f-]{32,36}$/);
});

test("nothing can be changed while a comparison is under way", async () => {
  const decided = { left_captures: [true, true], right_captures: [false, false] };
  const draft = { ...DRAFT, ...decided, ambiguity: "left" as const, overall: "left" as const };
  const first = buildComparison({ draft, version: 4 });
  let isAway = true;
  fakeServer({
    "GET comparison-studies/3/": { json: buildStudy() },
    "POST comparison-studies/3/next/": () => (isAway ? { json: first } : { status: 204 }),
    "POST comparisons/7/submit/": () => (isAway ? { status: 503 } : { status: 201, json: {} }),
  });
  renderApp(<ComparePage />, { path: PATH, at: AT });
  await userEvent.click(await screen.findByRole("button", { name: /^Submit/ }));
  expect(await screen.findByText(/The server isn’t answering/)).toBeVisible();
  await userEvent.type(screen.getByLabelText("Comment (optional)"), "late");
  expect(screen.getByLabelText("Comment (optional)")).toHaveValue("");
  isAway = false;
  expect(await screen.findByText("You have compared every pair")).toBeVisible();
});

test("a second press submits no pair that was not read", async () => {
  const decided = { left_captures: [true, true], right_captures: [false, false] };
  const draft = { ...DRAFT, ...decided, ambiguity: "left" as const, overall: "left" as const };
  const requests = serve(buildComparison({ draft, version: 4 }));
  renderApp(<ComparePage />, { path: PATH, at: AT, firstLook: 2 ** 31 - 1 });
  await userEvent.dblClick(await screen.findByRole("button", { name: /^Submit/ }));
  expect(screen.getByText(TOO_SOON)).toBeVisible();
  expect(requests.filter(({ path }) => path.endsWith("submit/"))).toEqual([]);
});

test("the arrows go from one decision to the next, and letters are text in the comment", async () => {
  serve();
  renderApp(<ComparePage />, { path: PATH, at: AT });
  await screen.findByRole("heading", { level: 1 });
  await userEvent.keyboard("{ArrowDown}{ArrowDown}y");
  const second = choice("The left answer captures disambiguation 2");
  expect(within(second).getByRole("radio", { name: "Yes" })).toBeChecked();
  await userEvent.keyboard("cyn{Escape}");
  expect(screen.getByLabelText("Comment (optional)")).toHaveValue("yn");
  expect(
    screen.getByRole("button", { name: /^Missing: left 1, all 2 rows of the right/ }),
  ).toBeVisible();
});

test("nothing incomplete is sent: the button says what is missing and leads there", async () => {
  const requests = serve(buildComparison({ draft: DRAFT, version: 4 }));
  renderApp(<ComparePage />, { path: PATH, at: AT });
  const button = await screen.findByRole("button", {
    name: "Missing: left 2, all 2 rows of the right, ambiguity, overall",
  });
  await userEvent.click(button);
  const open = choice("The left answer captures disambiguation 2");
  expect(open).toContainElement(document.activeElement as HTMLElement);
  await userEvent.keyboard("{Control>}{Enter}{/Control}");
  expect(requests.some(({ path }) => path.endsWith("submit/"))).toBe(false);
});

test("short answers are marked only where somebody wants them to be", async () => {
  serve();
  renderApp(<ComparePage />, { path: PATH, at: AT });
  const left = await screen.findByRole("article", { name: "Left answer" });
  expect(left.querySelector("mark")).toBeNull();
  await userEvent.click(screen.getByRole("switch", { name: /Mark short answers/ }));
  expect(left.querySelector("mark")).toHaveTextContent("Marten");
  await userEvent.keyboard("{Escape}");
  screen.getByRole("switch").blur();
  await userEvent.keyboard("m");
  expect(left.querySelector("mark")).toBeNull();
});

test("what this browser has and the server has not is brought back and sent", async () => {
  window.localStorage.setItem(
    "plumbline:draft:comparison:7",
    JSON.stringify({ draft: DRAFT, version: 0, sent: null }),
  );
  const requests = serve();
  renderApp(<ComparePage />, { path: PATH, at: AT });
  const fluency = await screen.findByRole("radiogroup", { name: /^Fluency/ });
  expect(within(fluency).getByRole("radio", { name: "Tie" })).toBeChecked();
  await waitFor(() => {
    expect(Object.keys(window.localStorage).filter((key) => key.includes("draft"))).toEqual([]);
  });
  const saved = requests.find(({ method }) => method === "PUT");
  expect(saved?.body).toMatchObject({ version: 0, draft: { fluency: "tie" } });
});

test("two versions of one comparison are never merged: the comparer chooses", async () => {
  const theirs = buildComparison({
    draft: { ...DRAFT, fluency: "right", overall: "left" },
    version: 5,
  });
  fakeServer({
    "GET comparison-studies/3/": { json: buildStudy() },
    "POST comparison-studies/3/next/": { json: buildComparison() },
    "PUT comparisons/7/draft/": {
      status: 409,
      json: { code: "stale_draft", detail: "Saved elsewhere.", fields: {}, comparison: theirs },
    },
  });
  renderApp(<ComparePage />, { path: PATH, at: AT });
  await screen.findByRole("heading", { level: 1 });
  await userEvent.keyboard("y");
  const dialog = await screen.findByRole("dialog");
  expect(within(dialog).getAllByText("Left captures: yes, –")).toHaveLength(2);
  await userEvent.click(within(dialog).getByRole("button", { name: "Use the saved version" }));
  const overall = choice(/^Overall/);
  await waitFor(() => {
    expect(within(overall).getByRole("radio", { name: "Left" })).toBeChecked();
  });
});

test("what the server refuses is said and nothing is lost", async () => {
  const whole = { ...DRAFT, left_captures: [true, true], right_captures: [false, false] };
  fakeServer({
    "GET comparison-studies/3/": { json: buildStudy() },
    "POST comparison-studies/3/next/": {
      json: buildComparison({ draft: { ...whole, ambiguity: "left", overall: "left" } }),
    },
    "POST comparisons/7/submit/": {
      status: 400,
      json: { code: "invalid", detail: "Say which answer is better overall.", fields: {} },
    },
  });
  renderApp(<ComparePage />, { path: PATH, at: AT });
  await userEvent.click(await screen.findByRole("button", { name: /^Submit/ }));
  expect(await screen.findByRole("alert")).toHaveTextContent("Say which answer is better overall.");
  expect(screen.getByRole("button", { name: /^Submit/ })).toBeEnabled();
});

test("after the last pair there is a word of thanks, and a finished study takes nothing", async () => {
  const done = [{ number: 1, name: "You", is_you: true, done: 2, total: 2 }];
  fakeServer({
    "GET comparison-studies/3/": { json: buildStudy({ comparers: done }) },
    "POST comparison-studies/3/next/": { status: 204 },
  });
  const { unmount } = renderApp(<ComparePage />, { path: PATH, at: AT });
  expect(await screen.findByText("You have compared every pair")).toBeVisible();
  unmount();
  fakeServer({
    "GET comparison-studies/3/": {
      json: buildStudy({ comparers: done, finished_at: "2026-11-21T09:00:00Z" }),
    },
  });
  renderApp(<ComparePage />, { path: PATH, at: AT });
  expect(await screen.findByText("This study has ended")).toBeVisible();
});

test("a next pair that does not come can be asked for again", async () => {
  let asked = 0;
  const pair = buildComparison();
  fakeServer({
    "GET comparison-studies/3/": { json: buildStudy() },
    "POST comparison-studies/3/next/": () => {
      asked += 1;
      if (asked === 1) return { json: pair };
      return asked === 2
        ? { status: 429, json: { code: "throttled", detail: "Wait a moment.", fields: {} } }
        : { json: buildComparison({ id: 8, position: 1, question: "when was it opened" }) };
    },
    "PUT comparisons/7/draft/": { json: { ...pair, draft: DRAFT, version: 1 } },
    "POST comparisons/7/submit/": { status: 201, json: pair },
  });
  renderApp(<ComparePage />, { path: PATH, at: AT });
  expect(await screen.findByRole("heading", { level: 1 })).toHaveFocus();
  await userEvent.keyboard("ynny132{Control>}{Enter}{/Control}");
  await userEvent.click(await screen.findByRole("button", { name: "Try again" }));
  expect(await screen.findByText("when was it opened")).toBeVisible();
});

test("the question has the focus after the instructions", async () => {
  fakeServer({
    "GET comparison-studies/3/": { json: buildStudy({ instructions: "Read both." }) },
    "POST comparison-studies/3/next/": { json: buildComparison() },
  });
  renderApp(<ComparePage />, { path: PATH, at: AT });
  await userEvent.click(await screen.findByRole("button", { name: "To the answers" }));
  await waitFor(() => {
    expect(screen.getByRole("heading", { name: "who keeps the old crossing" })).toHaveFocus();
  });
});
