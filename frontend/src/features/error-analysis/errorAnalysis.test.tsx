import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";

import type { AnalysedAnswer, ErrorAnalysis, ErrorLabel, LabelShare } from "@/api/errorAnalyses";
import { buildProject } from "@/test/builders";
import { renderApp } from "@/test/render";
import { fakeServer, page, type RecordedRequest } from "@/test/server";

import AnalysesPage from "./AnalysesPage";
import AnalysisPage from "./AnalysisPage";
import AnswersPage from "./AnswersPage";
import { pressed } from "./labelling";
import NewAnalysisPage from "./NewAnalysisPage";
import { intervalOf } from "./words";

const ANALYSIS = "projects/demo/error-analyses/4/";
const AT = {
  path: "/projects/:slug/error-analyses/:id/answers",
  at: "/projects/demo/error-analyses/4/answers",
};

const LABELS: ErrorLabel[] = [
  { name: "Correct", meaning: "", is_alone: true },
  { name: "Hallucination", meaning: "", is_alone: false },
  { name: "Repetition", meaning: "", is_alone: false },
];

function share(value: number, more: Partial<LabelShare> = {}): LabelShare {
  return { value, low: null, high: null, count: 0, total: 50, no_interval: "", ...more };
}

function build(more: Partial<ErrorAnalysis> = {}): ErrorAnalysis {
  return {
    id: 4,
    number: 1,
    system: 2,
    system_name: "T5-O-5",
    split: "dev",
    receipt: "ab".repeat(32),
    seed: 7,
    size: 2,
    population_size: 9,
    labels: LABELS,
    labellers: [
      { number: 1, name: "Ada", is_you: true, labelled: 0, finished_at: null },
      { number: 2, name: "Labeller 2", is_you: false, labelled: null, finished_at: null },
    ],
    seat: 1,
    opened_at: "2026-02-04T12:00:00Z",
    finished_at: null,
    cancelled_at: null,
    shares: null,
    ...more,
  };
}

function answer(number: number, more: Partial<AnalysedAnswer> = {}): AnalysedAnswer {
  return {
    number,
    count: 2,
    example: number,
    question: `who won race ${number}`,
    page: null,
    placed: null,
    long: "Ann won twice.",
    short: null,
    people_long: [{ text: "Ann won.", count: 1 }],
    people_short: [],
    readings: [{ question: "who won in 1990", short_answers: ["Ann"] }],
    own: null,
    all: null,
    ...more,
  };
}

function serve(more: Parameters<typeof fakeServer>[0] = {}) {
  return fakeServer({
    "GET projects/demo/": { json: buildProject({ slug: "demo", role: "lead", kind: "asqa" }) },
    [`GET ${ANALYSIS}`]: { json: build() },
    [`GET ${ANALYSIS}answers/`]: {
      json: page([1, 2].map((number) => ({ number, question: "", own: null }))),
    },
    [`GET ${ANALYSIS}answers/1/`]: { json: answer(1) },
    [`GET ${ANALYSIS}answers/2/`]: { json: answer(2) },
    [`PUT ${ANALYSIS}answers/1/labels/`]: {
      json: { labels: [1, 2], note: "", decided_at: "2026-02-04T12:00:00Z" },
    },
    ...more,
  });
}

test("a label that stands alone takes the others away, and they take it away", () => {
  expect(pressed([1, 2], 0, LABELS)).toEqual([0]);
  expect(pressed([0], 2, LABELS)).toEqual([2]);
  expect(pressed([2], 1, LABELS)).toEqual([1, 2]);
  expect(pressed([1, 2], 1, LABELS)).toEqual([2]);
});

test("an interval is in whole per cent, and one that is withheld says why", () => {
  expect(intervalOf(share(0.8, { low: 0.67, high: 0.888 }))).toBe("95% interval 67–89%");
  expect(intervalOf(share(1, { no_interval: "An interval needs 10 answers." }))).toBe(
    "An interval needs 10 answers.",
  );
});

test("digits give labels, and Enter saves them and goes to the next answer", async () => {
  const requests = serve();
  renderApp(<AnswersPage />, AT);
  await screen.findByRole("heading", { name: "who won race 1" });
  await userEvent.keyboard("32");
  expect(screen.getByRole("button", { name: /Hallucination/ })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
  await userEvent.keyboard("{Enter}");
  await screen.findByRole("heading", { name: "who won race 2" });
  const saved = requests.filter(({ method }) => method === "PUT").map(({ body }) => body);
  expect(saved).toEqual([{ labels: [1, 2], note: "" }]);
  await waitFor(() => {
    expect(screen.getByTestId("address")).toHaveTextContent("answer=2");
  });
});

test("an answer that was hidden meanwhile is passed over, both ways", async () => {
  serve({
    [`GET ${ANALYSIS}`]: { json: build({ size: 4 }) },
    [`GET ${ANALYSIS}answers/`]: {
      json: page([2, 4].map((number) => ({ number, question: "", own: null }))),
    },
    [`GET ${ANALYSIS}answers/4/`]: { json: answer(4) },
    [`PUT ${ANALYSIS}answers/2/labels/`]: { json: { labels: [0], note: "", decided_at: DECIDED } },
  });
  renderApp(<AnswersPage />, AT);
  await screen.findByRole("heading", { name: "who won race 2" });
  expect(previous()).toBeDisabled();
  await userEvent.keyboard("1{Enter}");
  await screen.findByRole("heading", { name: "who won race 4" });
  expect(screen.getByRole("button", { name: /Save/ })).toBeDisabled();
  await userEvent.click(previous());
  await screen.findByRole("heading", { name: "who won race 2" });
  await userEvent.click(screen.getByRole("button", { name: "Finish" }));
  expect(await screen.findByText(/2 answers became hidden from you/)).toBeVisible();
});

const DECIDED = "2026-02-04T12:00:00Z";
const previous = () => screen.getByRole("button", { name: "Previous" });
const note = () => screen.findByRole("textbox", { name: /Note/ });

test("going back saves the labels that were chosen", async () => {
  const requests = serve({
    [`PUT ${ANALYSIS}answers/2/labels/`]: {
      json: { labels: [1], note: "twice", decided_at: DECIDED },
    },
  });
  renderApp(<AnswersPage />, { ...AT, at: `${AT.at}?answer=2` });
  await userEvent.type(await note(), "twice");
  await userEvent.click(screen.getByRole("button", { name: /Hallucination/ }));
  await userEvent.click(previous());
  await screen.findByRole("heading", { name: "who won race 1" });
  const saved = requests.filter(({ method }) => method === "PUT").map(({ body }) => body);
  expect(saved).toEqual([{ labels: [1], note: "twice" }]);
  expect(Object.values(sessionStorage)).not.toContainEqual(expect.stringContaining("twice"));
});

test("what an answer is called and whether equal ones are counted is as the kind says", async () => {
  const given = {
    readings: [],
    short: "Ann",
    people_long: [{ text: "Ann won.", count: 3 }],
    people_short: [{ text: null, count: 2 }],
  };
  serve({
    "GET projects/demo/": { json: buildProject({ slug: "demo", role: "lead", kind: "nq" }) },
    [`GET ${ANALYSIS}answers/1/`]: { json: answer(1, given) },
  });
  renderApp(<AnswersPage />, AT);
  const people = within(await screen.findByRole("region", { name: "People’s answers" }));
  expect(people.getByRole("region", { name: "Long answer 1" })).toHaveTextContent("Ann won.");
  expect(people.getByText("3 people")).toBeVisible();
  expect(people.getByText("2 people")).toBeVisible();
  expect(screen.getByText("Short answer:")).toHaveTextContent("Short answer: Ann");
});

test("a note without a label is kept in the tab", async () => {
  const requests = serve();
  renderApp(<AnswersPage />, { ...AT, at: `${AT.at}?answer=2` });
  await userEvent.type(await note(), "no idea");
  await userEvent.click(previous());
  await screen.findByRole("heading", { name: "who won race 1" });
  expect(await note()).toHaveValue("");

  cleanup();
  renderApp(<AnswersPage />, { ...AT, at: `${AT.at}?answer=2` });
  expect(await note()).toHaveValue("no idea");
  expect(requests.some(({ method }) => method === "PUT")).toBe(false);
});

test("finishing waits for changes that are not saved, and leads to them", async () => {
  const own = { labels: [1], note: "", decided_at: DECIDED };
  const changed = { labels: [2], note: "", decided_at: DECIDED };
  const requests = serve({
    [`GET ${ANALYSIS}answers/1/`]: { json: answer(1, { own }) },
    [`PUT ${ANALYSIS}answers/1/labels/`]: { json: changed },
  });
  renderApp(<AnswersPage />, { ...AT, at: `${AT.at}?answer=1` });
  await screen.findByRole("heading", { name: "who won race 1" });
  await userEvent.keyboard("23");
  await userEvent.click(screen.getByRole("button", { name: "Finish" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Save these answers first" }));
  await userEvent.click(dialog.getByRole("button", { name: "Answer 1" }));
  await waitFor(() => {
    expect(screen.queryByRole("dialog")).toBeNull();
  });
  await userEvent.click(screen.getByRole("button", { name: /Next/ }));
  await screen.findByRole("heading", { name: "who won race 2" });
  await userEvent.click(screen.getByRole("button", { name: "Finish" }));
  expect(await screen.findByRole("dialog", { name: "Finish labelling?" })).toBeVisible();
  const saved = requests.filter(({ method }) => method === "PUT").map(({ body }) => body);
  expect(saved).toEqual([{ labels: [2], note: "" }]);
});

test("labelling goes on at the first answer without a label, however many have one", async () => {
  const own = { labels: [1], note: "", decided_at: DECIDED };
  const rows = Array.from({ length: 600 }, (_, index) => ({
    number: index + 1,
    question: "",
    own: index < 550 ? own : null,
  }));
  let asked: RecordedRequest[] = [];
  const list = () => {
    const start = (Number(asked.at(-1)?.query.page) - 1) * 500;
    return { json: page(rows.slice(start, start + 500), rows.length) };
  };
  asked = serve({
    [`GET ${ANALYSIS}`]: { json: build({ size: 600 }) },
    [`GET ${ANALYSIS}answers/`]: list,
    [`GET ${ANALYSIS}answers/551/`]: { json: answer(551) },
  });
  renderApp(<AnswersPage />, AT);
  expect(await screen.findByRole("heading", { name: "who won race 551" })).toBeVisible();
});

test("a note is text: its digits give no labels", async () => {
  serve();
  renderApp(<AnswersPage />, AT);
  await screen.findByRole("heading", { name: "who won race 1" });
  await userEvent.keyboard("n");
  await userEvent.keyboard("in 1990");
  expect(screen.getByRole("textbox", { name: /Note/ })).toHaveValue("in 1990");
  expect(screen.getByRole("button", { name: /Correct/ })).toHaveAttribute("aria-pressed", "false");
});

test("once the analysis is finished, everybody’s labels stand beside the answer", async () => {
  const decided = "2026-02-04T12:00:00Z";
  const labellers = build().labellers.map((each) => ({ ...each, finished_at: decided }));
  serve({
    [`GET ${ANALYSIS}`]: { json: build({ finished_at: decided, labellers }) },
    [`GET ${ANALYSIS}answers/1/`]: {
      json: answer(1, {
        all: [
          { labeller: 1, labels: [1, 2], note: "twice", decided_at: decided },
          { labeller: 2, labels: [0], note: "", decided_at: decided },
        ],
      }),
    },
  });
  renderApp(<AnswersPage />, AT);
  expect(await screen.findByText(/Hallucination, Repetition \(twice\)/)).toBeVisible();
  expect(screen.queryByRole("button", { name: "Finish" })).not.toBeInTheDocument();
});

test("after finishing, people read their own labels while the other person still labels", async () => {
  const labellers = build().labellers.map((each) =>
    each.is_you ? { ...each, finished_at: DECIDED } : each,
  );
  serve({
    [`GET ${ANALYSIS}`]: { json: build({ labellers }) },
    [`GET ${ANALYSIS}answers/1/`]: {
      json: answer(1, { own: { labels: [1, 2], note: "twice", decided_at: DECIDED } }),
    },
  });
  renderApp(<AnswersPage />, AT);
  expect(await screen.findByText(/Hallucination, Repetition \(twice\)/)).toHaveTextContent(
    "Ada: Hallucination, Repetition (twice)",
  );
  expect(screen.getByText(/other person’s labels/)).toBeVisible();
});

test("the shares of all finished analyses stand side by side, by label", async () => {
  const finished = {
    finished_at: DECIDED,
    labellers: build().labellers.map((each) => ({ ...each, finished_at: DECIDED })),
  };
  const rows = [
    build({ ...finished, shares: [share(0.5), share(0.25), share(0)], size: 60 }),
    ...Array.from({ length: 500 }, (_, index) => build({ id: 100 + index })),
    build({
      ...finished,
      id: 3,
      number: 2,
      system_name: "JPR@1",
      labels: LABELS.slice(0, 2),
      shares: [share(0.8, { low: 0.67, high: 0.888 }), share(0.2)],
    }),
  ];
  const list = ({ query }: RecordedRequest) => {
    const size = Number(query.page_size);
    const start = (Number(query.page) - 1) * size;
    return { json: page(rows.slice(start, start + size), rows.length) };
  };
  serve({ "GET projects/demo/error-analyses/": list });
  renderApp(<AnalysesPage />, {
    path: "/projects/:slug/error-analyses",
    at: "/projects/demo/error-analyses",
  });
  const table = await screen.findByRole("table", { name: "Shares of the labels" });
  expect(
    within(table)
      .getAllByRole("row")
      .slice(1)
      .map((row) => row.textContent),
  ).toEqual(["1. T5-O-5, dev50%25%0%25", "2. JPR@1, dev80%95% interval 67–89%20%–25"]);
  expect(screen.getByRole("note", { name: "What intervals are about" })).toHaveTextContent(
    "labelled by the same people",
  );
});

test("shares without an interval promise none", async () => {
  const shares = [share(0.5), share(0.25), share(0)];
  const finished = { json: page([build({ finished_at: DECIDED, shares, size: 9 })]) };
  serve({ "GET projects/demo/error-analyses/": finished });
  renderApp(<AnalysesPage />, {
    path: "/projects/:slug/error-analyses",
    at: "/projects/demo/error-analyses",
  });
  expect(await screen.findByText(/^The share of labellings with each label\./)).toBeVisible();
  expect(screen.queryByText(/interval/)).not.toBeInTheDocument();
});

test("an analysis whose system is not told says so", async () => {
  serve({ [`GET ${ANALYSIS}`]: { json: build({ system: null, system_name: "", receipt: "" }) } });
  renderApp(<AnalysisPage />, {
    path: "/projects/:slug/error-analyses/:id",
    at: "/projects/demo/error-analyses/4",
  });
  expect(
    await screen.findByRole("heading", { name: "Error analysis 1: unnamed system" }),
  ).toBeVisible();
  expect(screen.getByText(/Only leads see which system gave them/)).toBeVisible();
  expect(screen.queryByText(/Receipt/)).toBeNull();
});

test("only stewards are offered as labellers of answers to the hidden split", async () => {
  const system = (name: string, split: string) => {
    return { system: 1, name, split, is_hidden: split === "test", examples: 9 };
  };
  const labeller = (membership: number, name: string, isSteward: boolean) => {
    return { membership, name, is_you: false, is_steward: isSteward };
  };
  const requests = serve({
    "GET projects/demo/error-analyses/choices/": {
      json: {
        systems: [system("Open", "dev"), system("Secret", "test")],
        labellers: [labeller(5, "Ada", false), labeller(6, "Stew", true)],
      },
    },
    "POST projects/demo/error-analyses/": { status: 400, json: { code: "invalid", fields: {} } },
  });
  renderApp(<NewAnalysisPage />, {
    path: "/projects/:slug/error-analyses/new",
    at: "/projects/demo/error-analyses/new",
  });
  const people = await screen.findByRole("combobox", { name: /Labelled by/ });
  await userEvent.click(people);
  await userEvent.click(await screen.findByRole("option", { name: "Ada" }));
  await userEvent.click(await screen.findByRole("option", { name: "Stew" }));
  await userEvent.click(screen.getByRole("combobox", { name: /System/ }));
  await userEvent.click(await screen.findByRole("option", { name: "Secret, test" }));
  expect(screen.getByText(/Only stewards label the hidden split/)).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Draw the sample and open" }));
  await waitFor(() => {
    const sent = requests.find(({ method }) => method === "POST");
    expect(sent?.body).toMatchObject({ split: "test", labellers: [6] });
  });
});
