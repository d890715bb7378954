import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";

import type { AnnotatorStatistics } from "@/api/statisticsPeople";
import type { QueueOrder } from "@/api/types";
import { buildProject } from "@/test/builders";
import { renderApp } from "@/test/render";
import { fakeServer, page as listOf } from "@/test/server";

import { ReportContext } from "../parts/ReportContext";
import { buildFigure, buildPlot, buildSection, buildTable, textOf } from "../testing";
import PeoplePage from "./PeoplePage";

const SIGNAL_COLUMNS = [
  "annotator",
  "measure",
  "way",
  "trigger",
  "rate",
  "expected",
  "outcomes",
  "earlier_rate",
  "run_rate",
  "run",
  "since",
].map((name) => ({ name, unit: "" as const }));

function sectionWith(rows: (string | number | null)[][]) {
  return buildSection({
    name: "people",
    figures: [buildFigure({ name: "to_look_at", unit: "count", value: rows.length })],
    plots: [buildPlot({ name: "null", kind: "funnel", x: "number" })],
    tables: [
      buildTable({ name: "signals", columns: SIGNAL_COLUMNS, rows }),
      buildTable({
        name: "annotators",
        columns: [
          { name: "annotator", unit: "text" },
          { name: "annotations", unit: "count" },
          { name: "agree_short", unit: "share" },
        ],
        rows: [["13", 100, 0.8]],
      }),
    ],
  });
}

const STRAYED = ["13", "null", "more_often", "change", 0.56, 0.32, 100, 0.12, 1, 44, "2026-11-01"];

const STATISTICS: AnnotatorStatistics = {
  id: 13,
  name: "ada",
  computed_at: "2026-11-20T09:00:00Z",
  plots: [],
  signals: [
    {
      measure: "null",
      upwards: true,
      trigger: "change",
      rate: 0.56,
      expected: 0.32,
      low: 0.18,
      high: 0.46,
      outcomes: 100,
      earlier_rate: 0.12,
      run_rate: 1,
      earlier_seconds: null,
      run_seconds: null,
      run: 44,
      since: "2026-11-01T10:00:00Z",
      until: "2026-11-02T10:00:00Z",
      urgency: 9.7,
      behind: 44,
      examples: [{ id: 7, question: "who built the tower" }],
    },
  ],
  training: {
    member: 5,
    is_required: true,
    standing: {
      state: "qualified",
      since: "2026-10-01T10:00:00Z",
      waits_for: null,
      attempt: 1,
      answered: 5,
      questions: 5,
      asked_again: null,
      questions_missing: 0,
    },
  },
};

const CONTROLS = { answered: 4, agreed: 0.75, low: 0.2, high: 0.99, reason: "" };

function annotator(id: number, name: string, controls: typeof CONTROLS | null = null) {
  return {
    id,
    username: name.toLowerCase(),
    display_name: name,
    name,
    pseudonym: `Annotator ${id}`,
    submitted: 100,
    open: 3,
    seconds_median: 42,
    null_share: 0.56,
    bad_share: 0.05,
    last_at: null,
    as_of: "2026-11-20T09:00:00Z",
    long_form: null,
    controls,
  };
}

/** The table's row about somebody. */
async function rowOf(name: string) {
  const table = await screen.findByRole("table", { name: "Annotators" });
  const link = await within(table).findByRole("link", { name });
  const row = link.closest("tr");
  if (row === null) throw new Error(`${name} has no row`);
  return row;
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function open(
  rows: (string | number | null)[][],
  at = "",
  refusal?: string,
  order: QueueOrder = "imported",
  statistics = STATISTICS,
) {
  const requests = fakeServer({
    "GET projects/demo/": { json: buildProject({ queue_order: order }) },
    "GET projects/demo/annotators/": {
      json: listOf([
        annotator(7, "Ben"),
        annotator(13, "Ada", at.includes("annotator=13") ? CONTROLS : null),
      ]),
    },
    "GET projects/demo/statistics/annotators/13/": { json: statistics },
    "POST projects/demo/training/members/5/requalification/": refusal
      ? { status: 409, json: { code: "training_not_ready", detail: refusal, fields: {} } }
      : { status: 201, json: {} },
  });
  renderApp(
    <ReportContext value={{ slug: "demo", page: "people", hiddenSplit: "without" }}>
      <PeoplePage sections={[sectionWith(rows)]} />
    </ReportContext>,
    { path: "/projects/:slug/statistics/people", at: `/projects/demo/statistics/people${at}` },
  );
  return requests;
}

test("says whose annotations to look at and why, by name", async () => {
  open([STRAYED]);
  const row = await rowOf("Ada");
  expect(row).toHaveTextContent(
    "No answer found: 100% in a run of 44, 12% before it; 56% of 100 annotations in all.",
  );
  expect(within(row).getByRole("link", { name: "Look at examples of Ada" })).toHaveAttribute(
    "href",
    "/projects/demo/statistics/people?annotator=13",
  );
});

test("the signal is the first column of seven, and who has one comes first", async () => {
  open([STRAYED]);
  const row = await rowOf("Ada");
  const headers = screen
    .getAllByRole("columnheader")
    .filter((each) => row.closest("table")?.contains(each))
    .map(({ textContent }) => textContent.replace(" ↕", ""));
  expect(headers).toEqual([
    "Signal",
    "Annotator",
    "Submitted",
    "No answer",
    "Bad question",
    "Median time",
    "Last submitted",
  ]);
  expect(row.rowIndex).toBe(1);
  const other = await rowOf("Ben");
  expect([...other.cells].map(({ textContent }) => textContent)).toEqual([
    "None",
    "Benben · Annotator 7",
    "100",
    "56%",
    "5%",
    "42 s",
    "–",
  ]);
});

test("the report’s other columns are shown on demand", async () => {
  open([STRAYED]);
  const row = await rowOf("Ada");
  await userEvent.click(screen.getByRole("button", { name: /^Columns:/ }));
  await userEvent.click(await screen.findByRole("button", { name: "All" }));
  const headers = [...(row.closest("table")?.tHead?.rows[0]?.cells ?? [])];
  expect(headers.slice(7).map(({ textContent }) => textContent.replace(" ↕", ""))).toEqual([
    "Controls",
    "Open",
    "Agrees with decisions",
    "Agreement on the short answer",
  ]);
  expect([...row.cells].slice(7).map(({ textContent }) => textContent)).toEqual([
    "–",
    "3",
    "–",
    "80%",
  ]);
});

test("the list is searched, filtered and ordered by its address, and the file is what is shown", async () => {
  const saved: Blob[] = [];
  open([STRAYED], "?ordering=name&columns=submitted");
  await rowOf("Ada");
  const names = () =>
    within(screen.getByRole("table", { name: "Annotators" }))
      .getAllByRole("row")
      .slice(1)
      .map((row) => row.querySelectorAll("a")[row.querySelectorAll("a").length - 1]?.textContent);
  expect(names()).toEqual(["Ada", "Ben"]);
  await userEvent.click(screen.getByRole("button", { name: /^Annotator/ }));
  expect(names()).toEqual(["Ben", "Ada"]);
  await userEvent.type(screen.getByRole("searchbox", { name: "Search annotators" }), "be");
  await waitFor(() => {
    expect(names()).toEqual(["Ben"]);
  });
  vi.stubGlobal("URL", {
    createObjectURL: (blob: Blob) => `blob:${saved.push(blob)}`,
    revokeObjectURL: () => undefined,
  });
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockReturnValue();
  await userEvent.click(screen.getByRole("button", { name: "Download Annotators" }));
  await userEvent.click(await screen.findByRole("menuitem", { name: "Numbers as CSV" }));
  expect((await textOf(saved[0])).trim().split("\r\n")).toEqual([
    '"Signal","Annotator","Annotator (key)","Submitted"',
    '"","Ben","7","100"',
  ]);
});

test("only people with a signal are shown where these are asked for", async () => {
  open([STRAYED], "?signal=any");
  const row = await rowOf("Ada");
  expect(row.closest("tbody")?.rows).toHaveLength(1);
  expect(screen.getByRole("button", { name: "Views" })).toBeVisible();
});

test("on a narrow window people are cards, with their figures on demand", async () => {
  const query = window.matchMedia.bind(window);
  vi.stubGlobal("matchMedia", (media: string) => Object.assign(query(media), { matches: true }));
  open([STRAYED]);
  const list = await screen.findByRole("list", { name: "Annotators" });
  expect(screen.queryByRole("table", { name: "Annotators" })).toBeNull();
  expect(await within(list).findByRole("link", { name: "Ada" })).toBeVisible();
  const [ada] = within(list).getAllByRole("listitem");
  expect(ada).toHaveTextContent(/^Ada100 · 42 sNo answer found/);
  await userEvent.click(screen.getByLabelText("Figures of Ada"));
  expect(screen.getByLabelText("Figures of Ada").closest("details")).toHaveAttribute("open");
});

test("shares are said to be comparable only where examples are handed out at random", async () => {
  open([STRAYED], "", undefined, "random");
  await userEvent.click(await screen.findByText("No answers and bad questions"));
  expect(await screen.findByText(/^Examples are handed out at random, so/)).toBeVisible();
  expect(screen.queryByText(/because the questions do/)).toBeNull();
});

test.each(["imported", "priority", "split"] as const)(
  "in the order %s shares may differ because the questions do",
  async (order) => {
    open([STRAYED], "", undefined, order);
    await userEvent.click(await screen.findByText("No answers and bad questions"));
    expect(await screen.findByText(/may also differ because the questions do/)).toBeVisible();
    expect(screen.queryByText(/at random/)).toBeNull();
  },
);

test("of somebody unlike the others from the start says what everybody’s rate is", async () => {
  open([["13", "null", "more_often", "level", 0.56, 0.32, 100, null, 0.56, 100, "2026-11-01"]]);
  expect(await rowOf("Ada")).toHaveTextContent(
    "No answer found: 56% of 100 annotations, more than everybody’s 32%.",
  );
});

test.each([
  ["change", "a median of 80.3 s in a run of 44, 115 s before it."],
  ["level", "a median of 80.3 s in 44 annotations, everybody’s is 115 s."],
] as const)("a pace is said in seconds, as a %s", async (trigger, said) => {
  const statistics: AnnotatorStatistics = {
    ...STATISTICS,
    signals: STATISTICS.signals.map((signal) => ({
      ...signal,
      measure: "quick",
      trigger,
      earlier_rate: 0,
      run_rate: 0,
      earlier_seconds: 115,
      run_seconds: 80.25,
    })),
  };
  open([], "?annotator=13", undefined, "imported", statistics);
  const sentence = `Quick annotations: ${said}`;
  expect(await screen.findByText(sentence, { exact: false })).toBeVisible();
});

test("files of the tables have what people are called and their keys", async () => {
  const saved: Blob[] = [];
  open([STRAYED]);
  await rowOf("Ada");
  await userEvent.click(screen.getByRole("button", { name: "Download Signals" }));
  vi.stubGlobal("URL", {
    createObjectURL: (blob: Blob) => `blob:${saved.push(blob)}`,
    revokeObjectURL: () => undefined,
  });
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockReturnValue();
  await userEvent.click(await screen.findByRole("menuitem", { name: "Numbers as CSV" }));
  const [head, first] = (await textOf(saved[0])).split("\r\n");
  expect(head).toMatch(/^"Annotator","Annotator \(key\)",/);
  expect(first).toBe(
    '"Ada","13","No answer found","More often","A change","0.56","0.32","100","0.12","1","44","2026-11-01"',
  );
});

test("says that nobody differs where nobody does", async () => {
  open([]);
  expect(
    await screen.findByText(
      /^Nobody differs from the others, or from before, by more than chance would explain\./,
    ),
  ).toBeVisible();
});

test("shows the examples behind a signal, and asks to qualify again with a reason", async () => {
  const requests = open([STRAYED], "?annotator=13");
  const user = userEvent.setup();
  expect(await screen.findByText("The latest 1 of 44 examples")).toBeVisible();
  const panel = screen.getByRole("region", { name: "ada" });
  expect(within(panel).getByText("Control questions").closest("div")).toHaveTextContent(
    "Control questions75%20%–99% · 4 controls",
  );
  expect(within(panel).getByText("Training and exam").closest("div")).toHaveTextContent("Accepted");
  expect(screen.getByRole("link", { name: "All annotations of ada" })).toHaveAttribute(
    "href",
    "/projects/demo/annotations?annotator=ada",
  );
  expect(screen.getByRole("link", { name: "who built the tower" })).toHaveAttribute(
    "href",
    "/projects/demo/examples/7",
  );
  await user.click(screen.getByText("Ask to qualify again"));
  const ask = (await screen.findByText("Ask")).closest("button");
  if (ask === null) throw new Error("Ask is no button");
  expect(ask).toBeDisabled();
  await user.click(screen.getByLabelText("Why, and what would help"));
  await user.paste("Look at tables");
  await user.click(ask);
  await expect
    .poll(() => requests.find(({ method }) => method === "POST")?.body)
    .toEqual({ reason: "Look at tables" });
});

test("a closed panel gives the focus back to the link that opened it", async () => {
  open([STRAYED]);
  const user = userEvent.setup();
  await user.click(await screen.findByRole("link", { name: "Look at examples of Ada" }));
  await waitFor(() => {
    expect(screen.getByRole("heading", { name: "ada" })).toHaveFocus();
  });
  await user.click(screen.getByRole("link", { name: "Close" }));
  expect(screen.queryByRole("heading", { name: "ada" })).toBeNull();
  expect(screen.getByRole("link", { name: "Look at examples of Ada" })).toHaveFocus();
});

test("says what to do where the project has no training", async () => {
  open([STRAYED], "?annotator=13", "This project has no training to pass again.");
  const user = userEvent.setup();
  await user.click(await screen.findByText("Ask to qualify again"));
  await user.click(await screen.findByLabelText("Why, and what would help"));
  await user.paste("x");
  await user.click(screen.getByText("Ask"));
  const alert = await screen.findByText(/This project has no training to pass again/);
  expect(alert).toBeVisible();
  expect(screen.getByText("To the Training page")).toHaveAttribute(
    "href",
    "/projects/demo/training",
  );
});
