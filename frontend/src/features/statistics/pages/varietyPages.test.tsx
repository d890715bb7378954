import { screen, within } from "@testing-library/react";
import type { ComponentType } from "react";
import { expect, test } from "vitest";

import { renderApp } from "@/test/render";

import { ReportContext } from "../parts/ReportContext";
import type { Section, StatisticsPageProps, Table } from "../shape";
import { buildFigure, buildPlot, buildPoint, buildSection, buildTable } from "../testing";
import AmbiguityPage from "./AmbiguityPage";
import HumanBoundPage from "./HumanBoundPage";
import ManyAnnotationsPage from "./ManyAnnotationsPage";

const VARIED: Table["columns"] = [
  { name: "question", unit: "text" },
  { name: "distinct", unit: "count" },
  { name: "entropy_bits", unit: "" },
  { name: "answers", unit: "count" },
  { name: "annotations", unit: "count" },
  { name: "example", unit: "text" },
];

function open(Page: ComponentType<StatisticsPageProps>, section: Section) {
  renderApp(
    <ReportContext value={{ slug: "demo", page: "there", hiddenSplit: "without" }}>
      <Page sections={[section]} />
    </ReportContext>,
    { path: "*", at: "/" },
  );
}

test("a bar of μ and a varied example lead to what stands behind them", async () => {
  open(
    AmbiguityPage,
    buildSection({
      name: "ambiguity",
      notes: ["not_25_way"],
      scope: [],
      shared_pages: null,
      plots: [
        buildPlot({
          name: "mu_long",
          points: [
            buildPoint({
              key: "0.2-0.4",
              value: 0.25,
              count: 10,
              total: 40,
              examples: { column: "mu_long", low: 0.20000000000000004, high: 0.4 },
            }),
          ],
        }),
      ],
      tables: [
        buildTable({
          name: "most_varied_long",
          columns: VARIED,
          rows: [["what is a bulb", 7, 2.5, 20, 25, 12]],
          published: [["name the substance", 7, null, null, 25, null]],
        }),
      ],
    }),
  );
  const bar = await screen.findByRole("link", { name: /0\.2–0\.4: 25%.*10 of 40/ });
  expect(bar).toHaveAttribute("href", expect.stringContaining("low=0.20000000000000004&high=0.4"));
  expect(screen.getByRole("link", { name: "what is a bulb" })).toHaveAttribute(
    "href",
    "/projects/demo/examples/12",
  );
  expect(screen.getByText(/Published figures use 25 annotations/)).toBeVisible();
  const paper = screen.getByRole("row", { name: /name the substance \(published\)/ });
  expect(within(paper).queryByRole("link")).toBeNull();
});

test("the caveat of four references is shown, and what a super-annotator still needs", async () => {
  open(
    HumanBoundPage,
    buildSection({
      name: "human_bound",
      notes: ["one_against_four"],
      scope: [],
      shared_pages: null,
      figures: [
        buildFigure({ name: "f1_one_against_others_long", value: 0.591, published: null }),
        buildFigure({
          name: "f1_super_annotator_long",
          value: null,
          low: null,
          high: null,
          count: null,
          published: 0.872,
          missing: {
            reason: "No example has 25 annotations yet; the most that one has is 5.",
            needed: "20 more of that example are enough to begin.",
            have: 5,
            need: 25,
          },
        }),
      ],
    }),
  );
  expect(await screen.findByText(/four references; the paper’s/)).toBeVisible();
  const tile = screen.getByRole("group", { name: "F1, super-annotator, long answers" });
  expect(tile).toHaveTextContent("No example has 25 annotations yet");
  expect(tile).toHaveTextContent("Published: 87.2%");
  expect(within(tile).getByRole("progressbar", { name: "5 of 25" })).toBeVisible();
});

test("rounds lead to their report and their sheet, and verdicts are in words", async () => {
  open(
    ManyAnnotationsPage,
    buildSection({
      name: "many_annotations",
      tables: [
        buildTable({
          name: "figure_6",
          columns: [
            { name: "question", unit: "text" },
            { name: "verdict_long", unit: "text" },
            { name: "answers_long", unit: "text" },
            { name: "same_long", unit: "text" },
            { name: "example", unit: "text" },
          ],
          rows: [["when are hops added", "C_d", "13/25", "4/25", 12]],
        }),
        buildTable({
          name: "rounds",
          columns: [
            { name: "part", unit: "text" },
            { name: "round", unit: "text" },
          ],
          rows: [["long", 31]],
        }),
      ],
    }),
  );
  const address = "/projects/demo/judgment-rounds/31";
  expect(await screen.findByRole("link", { name: "Report" })).toHaveAttribute(
    "href",
    `${address}/report`,
  );
  expect(screen.getByRole("link", { name: "Sheet" })).toHaveAttribute("href", `${address}/sheet`);
  const row = screen.getByRole("row", { name: /when are hops added/ });
  expect(row).toHaveTextContent("Cd, debatable13/254/25");
});
