import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";

import type { CompetitionRow } from "@/api/competitions";
import { PAGES as ASQA } from "@/kinds/asqa/pages";
import { PAGES as NATURAL_QUESTIONS } from "@/kinds/natural-questions/pages";
import { renderApp } from "@/test/render";
import { fakeServer } from "@/test/server";

import CompetitionPage from "./CompetitionPage";
import { describeDates, describeFigures, describeRules, formatParameters } from "./phaseWords";
import { buildCompetition, buildPhase, buildTable } from "./testing";

const PAGE = { path: "/competitions/:competition", at: "/competitions/demo" };

const ROW: CompetitionRow = {
  rank: 1,
  team: "Plumb",
  system: "Line 2",
  baseline: "",
  submitted_at: "2026-11-20T09:00:00Z",
  examples: 12,
  metrics: { "long-best-threshold-f1": 0.612, "short-best-threshold-f1": 0.4 },
  intervals: { "long-best-threshold-f1": [0.55, 0.66] },
  paper_url: "https://example.org/paper",
  code_url: "",
  model_url: "",
  model_parameters: 110_000_000,
};

test("everybody reads the texts, the sizes, the downloads and the table", async () => {
  fakeServer({
    "GET projects/demo/competition/": {
      json: buildCompetition({
        task: "Find *the box*.",
        splits: [
          { name: "dev", examples: 1200, is_hidden: false },
          { name: "test", examples: 1, is_hidden: true },
        ],
        files: [
          {
            id: 3,
            split: "dev",
            format: "nq",
            audience: "everybody",
            name: "demo-dev-nq.jsonl.gz",
            size: 1_500_000,
            sha256: "",
            published_at: "2026-11-20T09:00:00Z",
            url: "/files/3",
          },
        ],
        viewer: { is_steward: false, may_take_part: false, team: null },
      }),
    },
    "GET projects/demo/competition/table/": {
      json: buildTable({
        rows: [
          ROW,
          { ...ROW, rank: null, team: "", system: "Longest", baseline: "first-paragraph" },
        ],
      }),
    },
  });
  renderApp(<CompetitionPage />, PAGE);
  const task = await screen.findByRole("region", { name: "Task" });
  expect(await within(task).findByText("the box")).toBeVisible();
  const splits = screen.getByRole("table", { name: "Splits" });
  expect(within(splits).getByRole("row", { name: /dev/ })).toHaveTextContent("1,200 questions");
  expect(within(splits).getByRole("row", { name: /test/ })).toHaveTextContent(
    "Hidden answers1 question",
  );
  expect(screen.getByRole("link", { name: "demo-dev-nq.jsonl.gz" })).toHaveAttribute(
    "href",
    "/files/3",
  );
  const table = within(await screen.findByRole("table", { name: "Results" }));
  const [, first, baseline] = table.getAllByRole("row");
  expect(first).toHaveTextContent(/^1Plumb\s*Line 2Paper61\.255\.0–66\.040\.0110M$/);
  expect(baseline).toHaveTextContent(/^–Longest Baseline/);
  expect(screen.getByRole("link", { name: "Download as CSV" })).toHaveAttribute(
    "href",
    "/api/v1/projects/demo/competition/table.csv?phase=1",
  );
  expect(screen.getByRole("link", { name: "JSON" })).toHaveAttribute(
    "href",
    "/api/v1/projects/demo/competition/table/?phase=1",
  );
  expect(screen.queryByRole("link", { name: "Manage" })).not.toBeInTheDocument();
});

test("the address chooses the phase, and a phase without a table says why", async () => {
  const requests = fakeServer({
    "GET projects/demo/competition/": {
      json: buildCompetition({ phases: [buildPhase(), buildPhase({ number: 2, name: "Second" })] }),
    },
    "GET projects/demo/competition/table/": {
      json: buildTable({ phase: 2, name: "Second", missing: "Not yet." }),
    },
  });
  renderApp(<CompetitionPage />, { ...PAGE, at: "/competitions/demo?phase=2" });
  expect(await screen.findByText("Not yet.")).toBeVisible();
  expect(screen.getByRole("combobox", { name: "Phase" })).toHaveValue("Second");
  expect(requests.at(-1)?.query).toEqual({ phase: "2" });
});

test("a page that is not published leads to the sign-in", async () => {
  fakeServer({
    "GET projects/demo/competition/": { status: 401, json: { code: "x", detail: "No." } },
  });
  renderApp(<CompetitionPage />, PAGE);
  expect(await screen.findByText("No competition is published here")).toBeVisible();
});

test("a phase's dates and rules are in words", () => {
  const end = "2026-11-30T09:00:00Z";
  expect(describeDates(buildPhase())).toBe("No fixed dates");
  expect(describeDates(buildPhase({ ends_at: end }))).toMatch(/^Until .*Nov 2026/);
  expect(describeDates(buildPhase({ starts_at: end }))).toMatch(/^From .*Nov 2026/);
  expect(
    describeRules(
      buildPhase({ uploads_per_week: 2, uploads_total: 5, has_halves: true, ladder_step: 0.5 }),
      NATURAL_QUESTIONS.asks,
    ),
  ).toEqual([
    "Each team may upload 2 times in seven days, 5 times in all.",
    "5 files may be refused in seven days. A refused file is not an upload.",
    "The order is by F1, long answers.",
    "A question is answerable if at least 2 annotations have an answer.",
    "Each team sees its own scores at once.",
    "During the phase, scores are on the public half of the questions. The private half decides.",
    "A team sees a new score only if it beats its best by more than 0.5 points.",
  ]);
  expect(describeRules(buildPhase({ metric: "ovscore" }), ASQA.asks)).toHaveLength(4);
});

test("the halves and the size of a model are in words", () => {
  expect(describeFigures({ is_final: false, half: "public" })).toMatch(
    /so far, on the public half/,
  );
  expect(describeFigures({ is_final: true, half: "private" })).toMatch(/^Final .* private half/);
  expect(describeFigures({ is_final: true, half: null })).toBe(
    "Final scores, on all questions of the split.",
  );
  expect([110_000_000, 1_540_000_000, 7].map(formatParameters)).toEqual(["110M", "1.5B", "7"]);
});
