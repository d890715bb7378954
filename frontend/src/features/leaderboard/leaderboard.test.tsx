import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";

import type { Leaderboard, SystemRow } from "@/api/leaderboard";
import type { ResultGroup } from "@/api/systemResults";
import { isClear } from "@/components/format";
import { formatInterval, formatMetric, formatMetricDifference } from "@/components/metricWords";
import { PAGES } from "@/kinds/natural-questions/pages";
import { buildJob, buildProject } from "@/test/builders";
import { renderApp } from "@/test/render";
import { fakeServer, page, type RecordedRequest } from "@/test/server";

import { RunBaseline } from "./BaselineForm";
import { Board } from "./Board";
import { placedRows } from "./BoardPlot";
import LeaderboardPage from "./LeaderboardPage";
import { LeaderboardTable } from "./LeaderboardTable";
import { passagePoints } from "./PassagesPlot";
import PublicLeaderboardPage from "./PublicLeaderboardPage";
import SystemResultsPage, { barsOf } from "./SystemResultsPage";

const LONG = "long-best-threshold-f1";
const SHORT = "short-best-threshold-f1";

function row(system: number, name: string, long: number, more: Partial<SystemRow> = {}): SystemRow {
  return {
    system,
    name,
    notes: "",
    baseline: "",
    is_published: true,
    examples: 200,
    unannotated: 0,
    is_simulated: false,
    metrics: { [LONG]: long, [SHORT]: long / 2 },
    is_read_by_submitter: false,
    intervals: { [LONG]: [long - 0.05, long + 0.05], [SHORT]: null },
    differences: null,
    scored_at: "2026-02-04T12:00:00Z",
    annotations_since: 0,
    is_code_changed: false,
    has_card: false,
    uploaded_by: "Lena",
    references: null,
    receipt: {
      receipt: "ab".repeat(32),
      gold_sha256: "",
      code_sha256: "",
      parameters: { non_null_annotations: 2 },
    },
    files: [],
    ...more,
  };
}

const DRAWN = { drawn: 5, least: 5, most: 5, answerable: { long: 0.625, short: 0.4 } };

const BOARD: Leaderboard = {
  project: "demo",
  title: "Questions on rivers",
  kind: "nq",
  published_at: null,
  split: "dev",
  splits: ["dev"],
  available_splits: ["dev"],
  can_read_results: true,
  order: LONG,
  metrics: [LONG, SHORT],
  against: null,
  can_show_all_annotations: false,
  all_annotations: false,
  is_rounded: false,
  is_simulated: false,
  has_encoders: false,
  reads_answers: false,
  systems: [
    row(1, "Careful", 0.75, { annotations_since: 12, is_code_changed: true }),
    row(2, "Bold", 0.5),
  ],
  people: [
    {
      who: "super_annotator",
      non_null_annotations: 2,
      examples: 40,
      metrics: { [LONG]: 0.87, [SHORT]: 0.76 },
      intervals: {},
      references: null,
    },
    {
      who: "single_annotator",
      non_null_annotations: 3,
      examples: 40,
      metrics: { [LONG]: 0.73 },
      intervals: { [LONG]: [0.61, 0.83] },
      references: DRAWN,
    },
  ],
  missing_people: [],
  job: null,
};

test("people and systems name their references and what is answerable, and have intervals", async () => {
  const all = { drawn: null, least: 5, most: 25, answerable: null };
  renderApp(
    <LeaderboardTable
      board={{
        ...BOARD,
        systems: [
          row(1, "Drawn", 0.7, { references: DRAWN }),
          row(2, "All", 0.6, { references: all }),
        ],
      }}
      onOrder={() => undefined}
    />,
  );
  const words = "5 references, drawn; answerable: long 63%, short 40%";
  expect(await screen.findByText(words)).toBeVisible();
  expect(screen.getByText("5 to 25 references")).toBeVisible();
  expect(screen.getByText(`${words} · 40 examples`)).toBeVisible();
  expect(screen.getByText(formatInterval(LONG, [0.61, 0.83]))).toBeVisible();
});

test("all annotations are a switch, and then nothing is compared", async () => {
  const onReferences = vi.fn();
  const handlers = { onSplit: vi.fn(), onOrder: vi.fn(), onAgainst: vi.fn(), onReferences };
  const board = { ...BOARD, can_show_all_annotations: true };
  const { unmount } = renderApp(<Board board={board} {...handlers} />);
  await userEvent.click(screen.getByRole("switch", { name: /^Against all annotations/ }));
  expect(onReferences).toHaveBeenCalledWith("all");
  expect(screen.getByText("Compare with")).toBeVisible();
  unmount();
  renderApp(<Board board={{ ...board, all_annotations: true }} {...handlers} />);
  expect(screen.queryByText("Compare with")).toBeNull();
});

test("scores of an older version beside draws of references are said not to be comparable", () => {
  const old = { drawn: null, least: null, most: null, answerable: null };
  const systems = [row(1, "Old", 0.7, { references: old })];
  renderApp(
    <Board
      board={{ ...BOARD, systems }}
      onSplit={vi.fn()}
      onOrder={vi.fn()}
      onAgainst={vi.fn()}
      onReferences={vi.fn()}
    />,
  );
  expect(screen.getByText(/can’t be compared: score the systems again/)).toBeVisible();
  expect(screen.getByText("All annotations as references")).toBeVisible();
});

test("a system says from how many annotations on an example is answerable, unless from two", () => {
  const receipt = { ...row(3, "Strict", 0.4).receipt, parameters: { non_null_annotations: 4 } };
  renderApp(
    <LeaderboardTable
      board={{ ...BOARD, systems: [row(1, "Careful", 0.75), row(3, "Strict", 0.4, { receipt })] }}
      onOrder={() => undefined}
    />,
  );
  expect(screen.getByText("4 with an answer")).toBeVisible();
  expect(screen.queryByText("2 with an answer")).toBeNull();
});

const SIMULATED = { is_simulated: true };

test("a system says that it was scored against simulated annotations", () => {
  const systems = [row(1, "Early", 0.75, SIMULATED), row(2, "Late", 0.5)];
  renderApp(<LeaderboardTable board={{ ...BOARD, systems }} onOrder={() => undefined} />);
  const said = screen.getAllByText("Scored against simulated annotations");
  expect(said.map((each) => each.closest("tr"))).toEqual([
    screen.getByRole("row", { name: /Early/ }),
  ]);
});

test("a score that rests on the submitter's own reader is marked", () => {
  const systems = [row(1, "Ours", 0.75), row(2, "Theirs", 0.5, { is_read_by_submitter: true })];
  renderApp(<LeaderboardTable board={{ ...BOARD, systems }} onOrder={() => undefined} />);
  const [mark, ...more] = screen.getAllByText("Disambig-F1 by the submitter’s own reader");
  expect(more).toEqual([]);
  expect(mark?.closest("tr")).toHaveTextContent("Theirs");
});

test("where the page says of all systems that annotations were simulated, no row says it again", () => {
  const board = { ...BOARD, is_simulated: true, systems: [row(1, "Early", 0.75, SIMULATED)] };
  renderApp(<LeaderboardTable board={board} onOrder={() => undefined} />);
  expect(screen.getByRole("row", { name: /Early/ })).toBeVisible();
  expect(screen.queryByText("Scored against simulated annotations")).toBeNull();
});

test("metrics, intervals and differences are in per cent with one decimal", () => {
  expect(formatMetric(LONG, 0.7349)).toBe("73.5");
  expect(formatMetric("QA-F1", 21.04)).toBe("21.0");
  expect(formatMetric(LONG, undefined)).toBe("–");
  // Words are a mean, with as many decimals for people as for systems.
  expect([71.612, 127].map((words) => formatMetric("length", words))).toEqual(["71.6", "127.0"]);
  expect(formatInterval(LONG, [0.7, 0.8])).toBe("70.0–80.0");
  const better = { difference: 0.021, interval: [0.004, 0.038] };
  expect(formatMetricDifference(LONG, better)).toBe("+2.1 (+0.4 to +3.8)");
  expect(formatMetricDifference("QA-F1", { difference: -1, interval: null })).toBe("−1.0");
  // What reads as zero has no sign.
  const small = { difference: 0.0004, interval: [-0.0004, 0.001] };
  expect(formatMetricDifference(LONG, small)).toBe("0.0 (0.0 to +0.1)");
  expect([better, { difference: 1, interval: [-1, 3] }].map(isClear)).toEqual([true, false]);
});

test("only a perfect score reads as 100.0, and only none as 0.0", () => {
  expect([0, 0.0004, 0.9996, 1].map((share) => formatMetric(LONG, share))).toEqual([
    "0.0",
    "<0.1",
    ">99.9",
    "100.0",
  ]);
  expect(formatMetric("QA-F1", 99.96)).toBe(">99.9");
  expect(formatInterval(LONG, [0.9, 0.9996])).toBe("90.0–>99.9");
  // A difference of nearly all is far from none.
  expect(formatMetricDifference(LONG, { difference: 0.9996, interval: null })).toBe("+100.0");
});

test("the figure has systems with intervals and those people that have both scores", () => {
  expect(
    placedRows(BOARD, PAGES.axes).map(({ name, series, x, value, low, high }) => [
      name,
      series,
      ...[x, value, low, high].map((each) => (each === null ? null : Math.round(each * 10) / 10)),
    ]),
  ).toEqual([
    ["Careful", "systems", 37.5, 75, 70, 80],
    ["Bold", "systems", 25, 50, 45, 55],
    ["Super-annotator", "people", 76, 87, null, null],
  ]);
});

const PRECISION = "long-best-threshold-precision";
const MANY: Leaderboard = {
  ...BOARD,
  metrics: [LONG, PRECISION, SHORT],
  systems: [row(1, "Careful", 0.75, { metrics: { [LONG]: 0.75, [PRECISION]: 0.8, [SHORT]: 0.4 } })],
};

test("the table shows what people compare, and other columns that the address names", async () => {
  fakeServer({ "GET projects/demo/leaderboard/": { json: MANY } });
  renderApp(<PublicLeaderboardPage />, { path: "/leaderboards/:slug", at: "/leaderboards/demo" });
  const table = await screen.findByRole("table", { name: "Leaderboard" });
  const values = () =>
    within(within(table).getByRole("row", { name: /Careful/ }))
      .getAllByRole("cell")
      .map((each) => each.textContent.slice(0, 4));
  expect(values()).toEqual(["75.0", "40.0"]);
  await userEvent.click(screen.getByRole("button", { name: "Columns: 2 of 3" }));
  const long = await screen.findByRole("group", { name: "Long answers" });
  // The rows are in the order of this one.
  expect(within(long).getByRole("checkbox", { name: "F1" })).toBeDisabled();
  await userEvent.click(within(long).getByRole("checkbox", { name: "Precision" }));
  expect(values()).toEqual(["75.0", "80.0", "40.0"]);
  const { searchParams } = new URL(screen.getByTestId("address").textContent, "http://localhost");
  expect(searchParams.get("columns")).toBe([LONG, SHORT, PRECISION].join(","));
  await userEvent.click(screen.getByRole("button", { name: "Main figures" }));
  expect(values()).toEqual(["75.0", "40.0"]);
  expect(screen.getByTestId("address").textContent).toBe("/leaderboards/demo");
});

test("columns of the address that the table lacks are passed over", async () => {
  const at = `/leaderboards/demo?columns=${PRECISION},perplexity`;
  fakeServer({ "GET projects/demo/leaderboard/": { json: MANY } });
  renderApp(<PublicLeaderboardPage />, { path: "/leaderboards/:slug", at });
  const table = await screen.findByRole("table", { name: "Leaderboard" });
  const careful = within(table).getByRole("row", { name: /Careful/ });
  // With the column that the rows are in the order of.
  expect(
    within(careful)
      .getAllByRole("cell")
      .map((each) => each.textContent.slice(0, 4)),
  ).toEqual(["75.0", "80.0"]);
});

test.each([
  [[0.7, 0.8], "Below a score is its 95% interval", 1],
  [null, "Systems have no 95% intervals here: those take 100 examples, or 100 pages", 0],
])("intervals %s are spoken of only where there are some", async (interval, said, captions) => {
  const systems = [row(1, "Careful", 0.75, { intervals: { [LONG]: interval, [SHORT]: null } })];
  fakeServer({ "GET projects/demo/leaderboard/": { json: { ...BOARD, systems, people: [] } } });
  renderApp(<PublicLeaderboardPage />, { path: "/leaderboards/:slug", at: "/leaderboards/demo" });
  expect(await screen.findByText(new RegExp(said))).toBeVisible();
  expect(screen.queryAllByText(/A line through a system is the 95% interval/)).toHaveLength(
    captions,
  );
  expect(
    screen.queryAllByText(/for other questions like these, answered by the same/),
  ).toHaveLength(captions);
  expect(screen.queryAllByText(/Intervals allow for a part of that/)).toHaveLength(captions);
});

test("a receipt opens with all that the score came from", async () => {
  fakeServer({
    "GET projects/demo/": { json: buildProject({ role: "lead" }) },
    "GET projects/demo/leaderboard/": { json: BOARD },
  });
  renderApp(<LeaderboardPage />, {
    path: "/projects/:slug/leaderboard",
    at: "/projects/demo/leaderboard",
  });
  const [first] = await screen.findAllByRole("button", { name: `receipt ${"ab".repeat(6)}` });
  if (first) await userEvent.click(first);
  const dialog = await screen.findByRole("dialog");
  expect(within(dialog).getByText("ab".repeat(32))).toBeVisible();
  expect(
    within(dialog).getByRole("row", {
      name: "Annotations with an answer that make a question answerable 2",
    }),
  ).toBeVisible();
  expect(within(dialog).getByText(/verify_score (ab){6}$/)).toBeVisible();
});

test("on a hidden split the page says what is left out, and a receipt has no sum of the answers", async () => {
  const { receipt } = row(1, "Careful", 0.75);
  const systems = [row(1, "Careful", 0.75, { receipt: { ...receipt, gold_sha256: null } })];
  fakeServer({
    "GET projects/demo/": { json: buildProject({ role: "lead" }) },
    "GET projects/demo/leaderboard/": { json: { ...BOARD, is_rounded: true, systems } },
  });
  renderApp(<LeaderboardPage />, {
    path: "/projects/:slug/leaderboard",
    at: "/projects/demo/leaderboard",
  });
  expect(await screen.findByText(/The answers of this split are hidden/)).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: /^receipt/ }));
  const dialog = await screen.findByRole("dialog");
  expect(within(dialog).queryByText("SHA-256 of the annotations")).toBeNull();
});

test("a system that was uploaded with several numbers of passages has a line", () => {
  const named = (system: number, name: string, found: number) =>
    row(system, name, 0, { metrics: { "QA-F1": found, length: 60 }, intervals: {} });
  const systems = [
    named(1, "JPR@5", 30),
    named(2, "JPR@1", 15),
    named(3, "T5-O-5", 26),
    named(4, "Plain", 12),
  ];
  const points = passagePoints({ ...BOARD, systems });
  expect(points.map(({ series, x, value }) => [series, x, value])).toEqual([
    ["JPR", 1, 15],
    ["JPR", 5, 30],
  ]);
  expect(points[0]?.description).toBe("JPR@1: Disambig-F1 15.0, 60.0 words");
});

test("a score stands with its interval, and people under the systems", async () => {
  fakeServer({ "GET projects/demo/leaderboard/": { json: BOARD } });
  renderApp(<PublicLeaderboardPage />, { path: "/leaderboards/:slug", at: "/leaderboards/demo" });
  const table = await screen.findByRole("table", { name: "Leaderboard" });
  const names = within(table)
    .getAllByRole("rowheader")
    .map((each) => each.textContent);
  expect(names.map((each) => each.split(" ")[0])).toEqual([
    expect.stringContaining("Careful"),
    expect.stringContaining("Bold"),
    "Super-annotator40",
    "Single",
  ]);
  expect(names.at(-1)).toMatch(/^Single annotator, 3 with an answer5 references.* 40 examples$/);
  const careful = within(table).getByRole("row", { name: /Careful/ });
  expect(careful).toHaveTextContent("75.0");
  expect(careful).toHaveTextContent("70.0–80.0");
  expect(careful).toHaveTextContent("Changed since: 12 annotations, the scoring code");
  const heading = within(table).getByRole("button", { name: "F1, long answers" });
  expect(heading.closest("th")).toHaveAttribute("aria-sort", "descending");
});

test("a lead compares all systems with one, and the address keeps it", async () => {
  const compared = {
    ...BOARD,
    against: 2,
    systems: [
      row(1, "Careful", 0.75, {
        differences: { [LONG]: { difference: 0.25, interval: [0.2, 0.3] } },
      }),
      row(2, "Bold", 0.5),
    ],
  };
  const requests: RecordedRequest[] = fakeServer({
    "GET projects/demo/": { json: buildProject() },
    "GET projects/demo/leaderboard/": () => ({
      json: requests.at(-1)?.query.against === "2" ? compared : BOARD,
    }),
  });
  renderApp(<LeaderboardPage />, {
    path: "/projects/:slug/leaderboard",
    at: "/projects/demo/leaderboard",
  });
  await userEvent.click(await screen.findByRole("combobox", { name: "Compare with" }));
  await userEvent.click(await screen.findByRole("option", { name: "Bold" }));
  expect(await screen.findByText("+25.0 (+20.0 to +30.0)")).toBeVisible();
  expect(
    screen.getByText(/simultaneous 95% intervals \(max-t\): those of all figures of both/),
  ).toBeVisible();
});

test("the page names how differences of several systems hold at once", () => {
  const differences = { [LONG]: { difference: 0.25, interval: [0.2, 0.3] } };
  const systems = [
    row(1, "One", 0.75, { differences }),
    row(2, "Chosen", 0.5),
    row(3, "Third", 0.75, { differences }),
    row(4, "Of other gold", 0.4),
  ];
  const board = { ...BOARD, against: 2, is_rounded: true, systems };
  const nothing = () => undefined;
  renderApp(
    <Board
      board={board}
      onSplit={nothing}
      onOrder={nothing}
      onAgainst={nothing}
      onReferences={nothing}
    />,
  );
  expect(
    screen.getByText(
      /simultaneous 95% intervals \(Bonferroni\): those of all figures of all 3 pairs/,
    ),
  ).toBeVisible();
  expect(screen.queryByText(/Differences have no 95% intervals/)).toBeNull();
  expect(screen.getByText(/F1 at the best threshold is too high on average/)).toBeVisible();
});

test("differences of few examples say what an interval takes", () => {
  const differences = { [LONG]: { difference: 0.25, interval: null } };
  const systems = [row(1, "One", 0.75, { differences }), row(2, "Chosen", 0.5)];
  const nothing = () => undefined;
  renderApp(
    <Board
      board={{ ...BOARD, against: 2, systems }}
      onSplit={nothing}
      onOrder={nothing}
      onAgainst={nothing}
      onReferences={nothing}
    />,
  );
  expect(screen.getByText(/Differences have no 95% intervals here: they need 100/)).toBeVisible();
});

test("a system that can't be compared with the chosen one says why", () => {
  const differences = { [LONG]: { difference: 0.25, interval: [0.2, 0.3] } };
  const systems = [
    row(1, "Alike", 0.75, { differences }),
    row(2, "Chosen", 0.5),
    row(3, "Other", 0.4),
  ];
  const sentence = "Not compared: scored against other annotations, or with another threshold.";
  renderApp(
    <LeaderboardTable board={{ ...BOARD, against: 2, systems }} onOrder={() => undefined} />,
  );
  const said = screen.getAllByText(sentence);
  expect(said.map((each) => each.closest("tr"))).toEqual([
    screen.getByRole("row", { name: /Other/ }),
  ]);
});

const AT_DEMO = { path: "/projects/:slug/leaderboard", at: "/projects/demo/leaderboard" };

test("a baseline's run is listed among the scoring runs", async () => {
  const failed = buildJob({
    kind: "score_baseline",
    state: "failed",
    filename: "Random retrieval, dev",
    message: "The split has too few passages.",
  });
  fakeServer({
    "GET projects/demo/": { json: buildProject({ role: "lead", kind: "asqa" }) },
    "GET projects/demo/leaderboard/": { json: { ...BOARD, kind: "asqa" } },
    "GET projects/demo/jobs/": { json: page([failed]) },
  });
  renderApp(<LeaderboardPage />, AT_DEMO);
  const runs = within(await screen.findByRole("region", { name: "Scoring runs" }));
  expect(await runs.findByText("Random retrieval, dev")).toBeVisible();
  expect(runs.getByText("The split has too few passages.")).toBeVisible();
});

test("a baseline that draws waits for a seed", async () => {
  const requests = fakeServer({
    "GET projects/demo/baselines/": {
      json: {
        baselines: [{ baseline: "random-retrieval", name: "Random", copies: true, draws: true }],
        sources: [{ project: "other", title: "Other", splits: ["train"] }],
      },
    },
    "POST projects/demo/baselines/": { status: 202, json: { job: "1" } },
  });
  renderApp(<RunBaseline slug="demo" kind="asqa" splits={["dev"]} />, { path: "/", at: "/" });
  await userEvent.click(screen.getByRole("button", { name: "Run a baseline" }));
  await userEvent.click(await screen.findByRole("combobox", { name: "Copied from" }));
  await userEvent.click(await screen.findByRole("option", { name: "Other, train" }));
  const seed = screen.getByRole("textbox", { name: "Seed" });
  await userEvent.clear(seed);
  expect(screen.getByRole("button", { name: "Run" })).toBeDisabled();
  await userEvent.type(seed, "0");
  await userEvent.click(screen.getByRole("button", { name: "Run" }));
  await waitFor(() => {
    const sent = requests.find(({ method }) => method === "POST");
    expect(sent?.body).toMatchObject({ seed: 0, train_project: "other" });
  });
});

async function deleteSystem(name: string): Promise<void> {
  await userEvent.click(await screen.findByRole("button", { name: `More about ${name}` }));
  await userEvent.click(await screen.findByRole("menuitem", { name: "Delete" }));
  const dialog = await screen.findByRole("dialog", { name: `Delete ${name}?` });
  await userEvent.click(within(dialog).getByRole("button", { name: "Delete" }));
}

test.each([true, false])("results are offered to readers who may see them", async (mayRead) => {
  fakeServer({
    "GET projects/demo/": { json: buildProject({ role: "lead" }) },
    "GET projects/demo/leaderboard/": { json: { ...BOARD, can_read_results: mayRead } },
  });
  renderApp(<LeaderboardPage />, AT_DEMO);
  await userEvent.click(await screen.findByRole("button", { name: "More about Bold" }));
  expect(await screen.findByRole("menuitem", { name: "Delete" })).toBeVisible();
  expect(screen.queryAllByRole("menuitem", { name: "Results and errors" })).toHaveLength(
    mayRead ? 1 : 0,
  );
});

test("once the compared system is deleted, the others are shown without it", async () => {
  const requests: RecordedRequest[] = fakeServer({
    "GET projects/demo/": { json: buildProject({ role: "lead" }) },
    "GET projects/demo/leaderboard/": () => {
      const isDeleted = requests.some(({ method }) => method === "DELETE");
      const { against } = requests.at(-1)?.query ?? {};
      if (isDeleted && against === "2") return { status: 400, json: { code: "unknown_system" } };
      const systems = isDeleted ? BOARD.systems.slice(0, 1) : BOARD.systems;
      return { json: { ...BOARD, systems, against: against === "2" ? 2 : null } };
    },
    "DELETE projects/demo/systems/2/": { status: 204 },
  });
  renderApp(<LeaderboardPage />, { ...AT_DEMO, at: `${AT_DEMO.at}?split=dev&against=2` });
  await deleteSystem("Bold");
  await waitFor(() => {
    expect(screen.getByTestId("address").textContent).toBe(`${AT_DEMO.at}?split=dev`);
  });
  // The address changes before the board without the system is there.
  await waitFor(() => {
    expect(screen.queryByRole("button", { name: "More about Bold" })).toBeNull();
  });
  expect(screen.getByRole("button", { name: "More about Careful" })).toBeVisible();
});

test("once the last system of a split is deleted, another split is shown", async () => {
  const requests: RecordedRequest[] = fakeServer({
    "GET projects/demo/": { json: buildProject({ role: "lead" }) },
    "GET projects/demo/leaderboard/": () => {
      if (!requests.some(({ method }) => method === "DELETE")) {
        return { json: { ...BOARD, systems: [row(1, "Careful", 0.75)] } };
      }
      const isDev = requests.at(-1)?.query.split === "dev";
      const other = { ...BOARD, split: "test", splits: ["test"], systems: [row(2, "Bold", 0.5)] };
      return { json: isDev ? { ...other, split: "dev", systems: [] } : other };
    },
    "DELETE projects/demo/systems/1/": { status: 204 },
  });
  renderApp(<LeaderboardPage />, { ...AT_DEMO, at: `${AT_DEMO.at}?split=dev` });
  await deleteSystem("Careful");
  expect(await screen.findByRole("button", { name: "More about Bold" })).toBeVisible();
});

test("another split is shown without the comparison, which it need not have", async () => {
  const splits = ["dev", "test"];
  const requests: RecordedRequest[] = fakeServer({
    "GET projects/demo/": { json: buildProject() },
    "GET projects/demo/leaderboard/": () => {
      const { against, split } = requests.at(-1)?.query ?? {};
      const compared = against === "2" ? { against: 2 } : {};
      return { json: { ...BOARD, splits, split: split ?? "dev", ...compared } };
    },
  });
  renderApp(<LeaderboardPage />, {
    path: "/projects/:slug/leaderboard",
    at: "/projects/demo/leaderboard?against=2",
  });
  await userEvent.click(await screen.findByRole("radio", { name: "test" }));
  await waitFor(() => {
    expect(requests.at(-1)?.query).toMatchObject({ split: "test" });
  });
  expect(requests.at(-1)?.query).not.toHaveProperty("against");
});

const SCORE = { value: 0.5, interval: [0.4, 0.6] };
const NONE = { value: null, interval: null };
const PART = {
  counts: { right: 50, wrong: 20, missed: 30, needless: 0, nothing: 0 },
  precision: SCORE,
  recall: SCORE,
  f1: SCORE,
};
const TABLES: ResultGroup = {
  grouping: "answer_type",
  group: "table",
  long: PART,
  short: { ...PART, precision: NONE, f1: NONE },
};

test("a bar for each score that has a value, with its interval and where it leads", () => {
  const bars = barsOf([TABLES], "short", ({ group }) => `/examples/${group}`);
  expect(bars).toEqual([
    expect.objectContaining({
      series: "recall",
      value: 0.5,
      low: 0.4,
      high: 0.6,
      text: "50.0",
      to: "/examples/table",
    }),
  ]);
});

test("a score without an interval is described by its value alone", () => {
  const precision = { value: 0.25, interval: null };
  const all: ResultGroup = {
    grouping: "all",
    group: "all",
    long: { ...PART, precision, recall: NONE },
    short: PART,
  };
  const bars = barsOf([all], "long", () => "/examples");
  expect(bars.map(({ low, high, description }) => [low, high, description])).toEqual([
    [
      0.4,
      0.6,
      "All (n\u00a0=\u00a0100), F1: 50.0 (95% interval 40.0 to 60.0). Opens the examples.",
    ],
    [null, null, "All (n\u00a0=\u00a0100), Precision: 25.0. Opens the examples."],
  ]);
});

test("errors of a group are one click from their examples", async () => {
  fakeServer({
    "GET projects/demo/": { json: buildProject() },
    "GET projects/demo/systems/1/results/": {
      json: { system: 1, name: "Careful", split: "dev", groups: [TABLES] },
    },
  });
  renderApp(<SystemResultsPage />, {
    path: "/projects/:slug/leaderboard/systems/:system",
    at: "/projects/demo/leaderboard/systems/1?split=dev",
  });
  const tables = within(
    await screen.findByRole("table", { name: "Results, By type of answer" }),
  ).getByRole("row", { name: /^Table/ });
  // As many as have any result: 50 + 20 + 30.
  expect(within(tables).getAllByRole("cell")[0]).toHaveTextContent("100");
  expect(screen.getByRole("link", { name: "20" })).toHaveAttribute(
    "href",
    "/projects/demo/leaderboard/systems/1/examples?split=dev&part=long&grouping=answer_type&group=table&result=wrong",
  );
});
