import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";

import type { Round } from "@/api/judging";
import type { Gathered, Report, SheetEntry } from "@/api/judgmentReports";
import { formatCoefficient, formatPercent } from "@/components/format";
import { buildJob } from "@/test/builders";
import { renderApp } from "@/test/render";
import { fakeServer, page } from "@/test/server";

import { toStackedBars } from "./Figure4";
import NewRoundPage from "./NewRoundPage";
import ReportPage from "./ReportPage";
import RoundPage from "./RoundPage";
import { describeProgress } from "./RoundsPage";
import { interval } from "./roundWords";
import SheetPage from "./SheetPage";
import { GATHERED, PROJECT, REPORT, buildLeadsRound } from "./testing";

const MINUS = "−";
const ANSWERS = { "GET projects/demo/": { json: PROJECT } };

function cellsOf(name: string): (string | null)[][] {
  const rows = within(screen.getByRole("table", { name })).getAllByRole("row").slice(1);
  return rows.map((row) =>
    within(row)
      .queryAllByRole("cell")
      .map((cell) => cell.textContent),
  );
}

function showReport(round: Round, report: Report = REPORT, gathered: Gathered = GATHERED) {
  fakeServer({
    ...ANSWERS,
    "GET judgment-rounds/4/": { json: round },
    "GET judgment-rounds/4/report/": { json: report },
    "GET judgment-rounds/4/variability/": { json: gathered },
  });
  renderApp(<ReportPage />, {
    path: "/projects/:slug/judgment-rounds/:id/report",
    at: "/projects/demo/judgment-rounds/4/report",
  });
}

const FINISHED = buildLeadsRound({
  phase: "finished",
  variability: {
    annotations: 25,
    requested_at: "2026-11-21T09:00:00Z",
    examples: 139,
    complete: 139,
    annotations_missing: 0,
  },
});

test("the report has Table 2 with intervals, agreement, votes and what moved", async () => {
  showReport(FINISHED);
  expect(await screen.findByRole("table", { name: "Precision" })).toBeVisible();
  expect(screen.getByRole("note", { name: "What intervals are about" })).toHaveTextContent(
    "answered and judged by the same people",
  );
  expect(cellsOf("Precision")).toEqual([
    ["80%", "37.6–96.4%", "4 of 5", "90%"],
    ["40%", "11.8–76.9%", "2 of 5", "59%"],
    ["40%", "11.8–76.9%", "2 of 5", "31%"],
    ["20%", "3.6–62.4%", "1 of 5", "10%"],
  ]);
  expect(cellsOf("Agreement")).toEqual([
    ["0.39", `${MINUS}0.48 to 1.00`],
    ["–", "–"],
    ["60%", "–"],
  ]);
  expect(screen.getByText("All votes are alike.")).toBeVisible();
  expect(cellsOf("Pairs of experts")).toEqual([["5", "60%", "0.44"]]);
  expect(cellsOf("Verdicts of each expert")).toEqual([
    ["3", "1", "1"],
    ["1", "2", "2"],
  ]);
  expect(cellsOf("From first votes to consensus")).toEqual([
    ["3", "1", "0"],
    ["1", "2", "0"],
    ["0", "1", "2"],
  ]);
  expect(screen.getByText(/On 1 answer the consensus differs/)).toBeVisible();
});

test("footnote 9 has both figures with their counts", async () => {
  showReport(FINISHED);
  // 114/122 = 93.4%, 11/17 = 64.7%.
  expect(await screen.findByText("93.4%, 114 of 122,")).toBeVisible();
  expect(screen.getByText("64.7%, 11 of 17,")).toBeVisible();
  expect(screen.getByText(/^Where μ ≥ 0.4/)).toHaveTextContent("(paper: 93%, 114 of 122)");
});

test("short answers are not compared with the paper's figures for long ones", async () => {
  showReport({ ...FINISHED, target: "short" });
  expect(await screen.findByText(/^Where μ ≥ 0.4/)).toHaveTextContent(
    "Where μ ≥ 0.4, 93.4%, 114 of 122, are correct or debatable; where μ < 0.4, 64.7%, 11 of 17, are wrong.",
  );
  expect(screen.queryByText(/paper: 93%|Footnote 9/)).toBeNull();
});

test("a report before the last consensus says how many are missing", async () => {
  const round = buildLeadsRound({ phase: "consensus" });
  showReport(round, { ...REPORT, settled: 3, precision: null });
  expect(await screen.findByText(/3 of 5 answers have one/)).toBeVisible();
  expect(screen.queryByRole("table", { name: "Precision" })).not.toBeInTheDocument();
});

test("while annotations come in, Figure 4 waits and what is missing is listed", async () => {
  showReport(FINISHED, REPORT, {
    ...GATHERED,
    complete: 0,
    bars: null,
    footnote: null,
    missing: [{ number: 0, question: "how long is the volga", have: 7 }],
  });
  expect(await screen.findByText(/0 of 139 examples have all 25/)).toBeVisible();
  expect(screen.getByText(/Figure 4 is drawn as soon as/)).toBeVisible();
  expect(screen.getByText("how long is the volga: 7 of 25")).toBeInTheDocument();
});

test("Figure 4's bars have their divisions from the ground up and say all numbers", () => {
  const [low, empty] = toStackedBars(GATHERED.bars ?? []);
  expect(low?.label).toBe("0–20%");
  expect(low?.parts.map(({ label }) => label)).toEqual(["0", "2", "8"]);
  // 10/139 = 7.2%, 2/139 = 1.4%, 8/139 = 5.8%.
  expect(low?.description).toBe(
    "μ in (0, 0.2]: 7.2% of draws (10); Correct 0% (0); Correct (but debatable) 1.4% (2); Wrong 5.8% (8)",
  );
  expect(empty?.total).toBe("none");
});

function showRound(round: Round, more: Parameters<typeof fakeServer>[0] = {}) {
  const requests = fakeServer({
    ...ANSWERS,
    "GET judgment-rounds/4/": { json: round },
    "GET projects/demo/jobs/": { json: page([]) },
    ...more,
  });
  renderApp(<RoundPage />, {
    path: "/projects/:slug/judgment-rounds/:id",
    at: "/projects/demo/judgment-rounds/4",
  });
  return requests;
}

test("in phase 1 a lead sees counts, no report and no export, and removes who has not closed", async () => {
  const requests = showRound(buildLeadsRound(), {
    "DELETE judgment-rounds/4/experts/2/": { json: buildLeadsRound({ phase: "consensus" }) },
  });
  expect(await screen.findByText("12 of 137")).toBeVisible();
  expect(screen.getByText(/139/)).toBeVisible();
  expect(screen.getByText("58")).toBeVisible();
  expect(screen.queryByRole("link", { name: "Report" })).not.toBeInTheDocument();
  expect(screen.queryByRole("link", { name: "CSV" })).not.toBeInTheDocument();
  expect(screen.queryByRole("button", { name: "Remove eva" })).not.toBeInTheDocument();

  await userEvent.click(screen.getByRole("button", { name: "Remove emil" }));
  await userEvent.click(await screen.findByRole("button", { name: "Remove" }));
  expect(await screen.findByRole("link", { name: "Report" })).toBeVisible();
  expect(requests.filter(({ method }) => method === "DELETE")).toHaveLength(1);
});

test("a round whose only expert has left gets another one, who is chosen by name", async () => {
  const [expert] = buildLeadsRound().experts;
  const alone = buildLeadsRound({ experts: expert ? [{ ...expert, closed_at: null }] : [] });
  const requests = showRound(alone, {
    "GET judgment-rounds/4/experts/": { json: { experts: [{ membership: 7, name: "emil" }] } },
    "POST judgment-rounds/4/experts/": { status: 201, json: buildLeadsRound() },
  });
  await userEvent.click(await screen.findByRole("button", { name: "Add an expert" }));
  await userEvent.click(await screen.findByRole("combobox", { name: "Expert" }));
  await userEvent.click(await screen.findByRole("option", { name: "emil" }));
  await userEvent.click(screen.getByRole("button", { name: "Add" }));
  await waitFor(() => {
    expect(requests.find(({ method }) => method === "POST")?.body).toEqual({ expert: 7 });
  });
});

test("asking for annotations says how many they are before it is done", async () => {
  let round = buildLeadsRound({ phase: "consensus", settled: 100 });
  const requests = showRound(round, {
    "GET judgment-rounds/4/": () => ({ json: round }),
    "POST judgment-rounds/4/variability/": () => {
      round = FINISHED;
      return { json: round };
    },
  });
  fireEvent.click(await screen.findByText("Ask for annotations"));
  // 24 of each of 137 answers.
  expect(await screen.findByText("3,288 annotations")).toBeVisible();
  expect(screen.getByText(/Only these examples get more/)).toBeVisible();
  fireEvent.click(screen.getByText("Request them"));
  expect(await screen.findByText(/139 of 139 examples complete/)).toBeVisible();
  const sent = requests.find(({ method }) => method === "POST");
  expect(sent?.body).toEqual({ annotations: 25 });
});

test("a request that was stopped is made again, and never for fewer annotations", async () => {
  const requests = showRound(FINISHED, {
    "POST judgment-rounds/4/variability/": { json: FINISHED },
  });
  fireEvent.click(await screen.findByText("Ask again"));
  const number = await screen.findByLabelText("Annotations per example");
  expect(number).toHaveValue("25");
  fireEvent.change(number, { target: { value: "24" } });
  expect(screen.getByRole("button", { name: "Request them" })).toBeDisabled();
  fireEvent.change(number, { target: { value: "25" } });
  fireEvent.click(screen.getByText("Request them"));
  await waitFor(() => {
    expect(requests.find(({ method }) => method === "POST")?.body).toEqual({ annotations: 25 });
  });
});

test("a large round shows how far the job is that makes room for the annotations", async () => {
  const job = buildJob({ state: "running", kind: "ask_annotations", done: 3000, total: 10_000 });
  showRound(FINISHED, { "GET projects/demo/jobs/": { json: page([job]) } });
  expect(await screen.findByText(/being requested: 3,000 of 10,000 examples/)).toBeVisible();
  expect(screen.getByRole("progressbar", { name: "Examples asked for" })).toHaveAttribute(
    "aria-valuenow",
    "30",
  );
});

test("a new round is sent as the form has it, with the paper's numbers as a start", async () => {
  const requests = fakeServer({
    ...ANSWERS,
    "GET projects/demo/judgment-rounds/population/": {
      json: {
        annotations: 2000,
        examples: 1500,
        experts: [1, 2, 3, 4, 5].map((membership) => ({ membership, name: `e${membership}` })),
      },
    },
    "POST projects/demo/judgment-rounds/": { status: 201, json: buildLeadsRound() },
  });
  renderApp(<NewRoundPage />, {
    path: "/projects/:slug/judgment-rounds/new",
    at: "/projects/demo/judgment-rounds/new",
  });
  // By labels, since looking for roles in a long form takes seconds.
  fireEvent.change(await screen.findByLabelText("Title"), { target: { value: "Spring round" } });
  expect(screen.getByText(/Drawn from 2,000 annotations/)).toBeVisible();
  expect(screen.getByLabelText("Size")).toHaveValue("139");
  fireEvent.change(screen.getByLabelText("Seed"), { target: { value: "58" } });
  fireEvent.click(screen.getByLabelText("e4"));
  // Counting the other answers leaves what was typed alone.
  fireEvent.click(screen.getByLabelText("Short answers"));
  expect(screen.getByText("Counting the annotations…")).toBeVisible();
  expect(await screen.findByText(/Drawn from 2,000 annotations with a short/)).toBeVisible();
  fireEvent.click(screen.getByText("Draw the sample and open"));
  expect(await screen.findByText("/projects/demo/judgment-rounds/4")).toBeInTheDocument();
  expect(requests.find(({ method }) => method === "POST")?.body).toMatchObject({
    title: "Spring round",
    target: "short",
    size: 139,
    seed: 58,
    experts: [1, 2, 3],
  });
});

/** The line of a sheet's only answer. */
function showAnswer(answer: Pick<SheetEntry, "page" | "long" | "short">): Promise<HTMLElement> {
  const entry: SheetEntry = {
    number: 0,
    question: "when are hops added to the brewing process",
    ...answer,
  };
  fakeServer({
    ...ANSWERS,
    "GET judgment-rounds/4/": { json: FINISHED },
    "GET judgment-rounds/4/sheet/": { json: page([entry]) },
  });
  renderApp(<SheetPage />, {
    path: "/projects/:slug/judgment-rounds/:id/sheet",
    at: "/projects/demo/judgment-rounds/4/sheet",
  });
  return screen.findByRole("listitem");
}

test("the sheet has the counts of Figure 6, NULL and the verdicts", async () => {
  const shown = await showAnswer({
    page: { title: "Brewing", url: "https://en.wikipedia.org/wiki/Brewing" },
    long: {
      text: "After mashing",
      verdict: "C_d",
      non_null: 13,
      same: 4,
      total: 25,
      passage_url: "",
    },
    short: { text: null, verdict: null, non_null: 3, same: 22, total: 25 },
  });
  expect(shown).toHaveTextContent("Long answer stats: 13/25, 4/25");
  expect(shown).toHaveTextContent("Short answer stats: 3/25, 22/25");
  expect(within(shown).getByText("NULL")).toBeVisible();
  expect(within(shown).getByRole("img", { name: "Correct (but debatable)" })).toBeVisible();
  expect(within(shown).getByRole("link", { name: "Brewing" })).toBeVisible();
});

test("an address of the sheet that is no web page is no link", async () => {
  const shown = await showAnswer({
    page: { title: "Brewing", url: "javascript:alert(1)" },
    long: { text: null, verdict: null, non_null: 0, same: 0, total: 1, passage_url: "" },
    short: { text: null, verdict: null, non_null: 0, same: 0, total: 1 },
  });
  expect(shown).toHaveTextContent("Page: Brewing");
  expect(within(shown).queryByRole("link")).toBeNull();
});

test("a round's line says what it waits for", () => {
  expect(describeProgress(buildLeadsRound())).toBe("1 of 2 experts closed");
  expect(describeProgress(buildLeadsRound({ phase: "consensus", settled: 100 }))).toBe(
    "100 of 137 answers settled",
  );
  expect(describeProgress(buildLeadsRound({ phase: "finished", disagreements: 1 }))).toBe(
    "1 disagreement settled in the meeting",
  );
});

test("shares, intervals and coefficients are written as tables need them", () => {
  expect([0.6, 114 / 122, 1].map(formatPercent)).toEqual(["60%", "93.4%", "100%"]);
  expect(interval({ low: 0.5, high: 1 })).toBe("50–100%");
  expect(interval({ low: 0.0004, high: 0.9996 })).toBe("<0.1–>99.9%");
  expect([-0.484, 0.4, null].map(formatCoefficient)).toEqual([`${MINUS}0.48`, "0.40", "–"]);
});
