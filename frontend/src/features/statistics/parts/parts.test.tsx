import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";

import { renderApp } from "@/test/render";

import type { Plot, Table } from "../shape";
import { buildFigure, buildPlot, buildPoint, buildSection, buildTable } from "../testing";
import { FigureTile } from "./FigureTile";
import { ReportContext } from "./ReportContext";
import { SectionPlot } from "./SectionPlot";
import { SectionTable } from "./SectionTable";
import { SectionView } from "./SectionView";

function showPlot(changes: Partial<Plot>): void {
  renderApp(
    <ReportContext value={{ slug: "demo", page: "ambiguity", hiddenSplit: "without" }}>
      <SectionPlot section="none" plot={buildPlot(changes)} />
    </ReportContext>,
    { path: "*" },
  );
}

const DRILL = { column: "mu_long", low: 0.2, high: 0.4 };

test("a figure has its interval, how many it is of and what is published", () => {
  renderApp(<FigureTile section="none" figure={buildFigure()} />);
  const tile = screen.getByRole("group", { name: "Null share" });
  expect(tile).toHaveTextContent("50%");
  expect(tile).toHaveTextContent("95%: 40–60% (binomial)");
  expect(tile).toHaveTextContent("n = 100");
  expect(tile).toHaveTextContent("Published: 51%");
});

test("a difference of shares below zero is within its strip", () => {
  const effect = buildFigure({
    name: "effect",
    value: -0.3,
    low: -0.5,
    high: 0.1,
    published: null,
  });
  renderApp(<FigureTile section="none" figure={effect} />);
  const strip = screen.getByRole("group", { name: "Effect" }).querySelector("svg");
  const place = Number(strip?.querySelector("circle")?.getAttribute("cx"));
  expect(place).toBeGreaterThan(0);
  expect(place).toBeLessThan(Number(strip?.getAttribute("width")));
});

test("a value without an interval says what is missing", () => {
  const reason = "An interval needs 10 examples; there are 4.";
  const gap = { reason, needed: "", have: 4, need: 10 };
  const figure = buildFigure({ low: null, high: null, method: "", no_interval: gap });
  renderApp(<FigureTile section="none" figure={figure} />);
  const tile = screen.getByRole("group", { name: "Null share" });
  expect(tile).toHaveTextContent(`No 95% interval: ${reason}`);
  showPlot({ points: [buildPoint()], no_interval: gap });
  expect(screen.getByText(new RegExp(`none for this reason: ${reason}`))).toBeVisible();
});

test("what can't be said yet says why, and how much more is needed", () => {
  const missing = {
    reason: "Agreement needs two annotations of an example.",
    needed: "3 more examples with two annotations.",
    have: 2,
    need: 5,
  };
  renderApp(<FigureTile section="none" figure={buildFigure({ value: null, missing })} />);
  const tile = screen.getByRole("group", { name: "Null share" });
  expect(tile).toHaveTextContent("Agreement needs two annotations of an example.");
  expect(tile).toHaveTextContent("3 more examples with two annotations.");
  expect(within(tile).getByRole("progressbar", { name: "2 of 5" })).toHaveAttribute(
    "aria-valuenow",
    "40",
  );
});

test("a bar is a link to its examples, by pointer and by keyboard", async () => {
  const user = userEvent.setup();
  showPlot({
    points: [
      buildPoint({ key: "0.2-0.4", value: 0.25, count: 1, total: 4, examples: DRILL }),
      buildPoint({ key: "0.4-0.6", value: 0.75, count: 3, total: 4, published: 0.5 }),
    ],
  });
  const drawing = screen.getByRole("group", { name: "Some plot" });
  const link = within(drawing).getByRole("link", {
    name: "0.2–0.4: 25%; 1 of 4; opens its examples",
  });
  const address =
    "/projects/demo/statistics/examples?column=mu_long&low=0.2&high=0.4&from=ambiguity";
  expect(link).toHaveAttribute("href", address);
  expect(
    within(drawing).getByRole("button", { name: "0.4–0.6: 75%; 3 of 4; published 50%" }),
  ).toBeInTheDocument();
  link.focus();
  await user.keyboard("{ArrowRight}{ArrowLeft}");
  expect(link).toHaveFocus();
  await user.keyboard("{Enter}");
  expect(screen.getByTestId("address")).toHaveTextContent(address);
});

test("a plot's table has its numbers for who can't see it, and the drawing points at it", () => {
  showPlot({ points: [buildPoint({ value: 0.25, low: 0.1, high: 0.4, published: 0.3 })] });
  const table = screen.getByRole("table", { name: "Some plot" });
  expect(
    within(table)
      .getAllByRole("columnheader")
      .map((each) => each.textContent),
  ).toEqual(["Name", "Value", "Low (95%)", "High (95%)", "Published"]);
  expect(within(table).getByRole("row", { name: "First 25% 10% 40% 30%" })).toBeInTheDocument();
  const details = screen.getByRole("group", { name: "Some plot" }).getAttribute("aria-details");
  expect(document.getElementById(details ?? "")).toContainElement(table);
});

test("each part of a stacked bar leads to its own examples", () => {
  showPlot({
    kind: "stacked",
    series: ["told_right", "told_wrong"],
    points: [
      buildPoint({ series: "told_right", value: 0.5, examples: DRILL }),
      buildPoint({ series: "told_wrong", value: 0.25, examples: { ...DRILL, column: "bad" } }),
    ],
  });
  expect(screen.getAllByRole("link").map((each) => each.getAttribute("aria-label"))).toEqual([
    "Told right, First: 50%; opens its examples",
    "Told wrong, First: 25%; opens its examples",
  ]);
});

test("a funnel tells who is beyond the limits apart, and calls its ends limits", () => {
  showPlot({
    kind: "funnel",
    x: "number",
    points: [
      buildPoint({ key: "41", x: 10, value: 0.9, low: 0.2, high: 0.8 }),
      buildPoint({ key: "42", x: 40, value: 0.5, low: 0.4, high: 0.6 }),
    ],
  });
  expect(screen.getByRole("button", { name: "41: 90%; limits 20–80%" })).toBeInTheDocument();
  expect(screen.getByText("Beyond the limits")).toBeInTheDocument();
  expect(screen.getAllByRole("columnheader", { name: "Name" })).toHaveLength(1);
  expect(screen.getByRole("columnheader", { name: "Upper limit" })).toBeInTheDocument();
});

test("points at any number are called by their keys, and say where they are", () => {
  showPlot({
    kind: "points",
    x: "number",
    points: [buildPoint({ key: "0.9", x: 3.5675, value: 0.891 })],
  });
  expect(screen.getByRole("button", { name: "0.9: 89.1%; at 3.57" })).toBeInTheDocument();
  expect(screen.getByRole("row", { name: /^0\.9 3\.57 89\.1%/ })).toBeInTheDocument();
});

test("a chart over time has the day of each annotation, as the page calls it", () => {
  const points = [
    buildPoint({ key: "1793923200000000", x: 1200, value: 0.3, low: 0.1, high: 0.5 }),
  ];
  const plot = buildPlot({ kind: "control", x: "number", points });
  renderApp(
    <ReportContext value={{ slug: "demo", page: "people", hiddenSplit: "without" }}>
      <SectionPlot section="none" plot={plot} labels={{ key: () => "6 Nov 2026" }} />
    </ReportContext>,
    { path: "*" },
  );
  expect(
    screen.getByRole("button", { name: "6 Nov 2026: 30%; at 1,200; limits 10–50%" }),
  ).toBeInTheDocument();
});

test("a point of a line is called by its number, without the tail of a computed one", () => {
  showPlot({
    kind: "line",
    x: "number",
    points: [buildPoint({ key: "0.68619", x: 1 - 0.31380999, value: 0.2 })],
  });
  expect(screen.getByRole("button", { name: /^0\.68619: 20%/ })).toBeInTheDocument();
});

test("dates stand in their order on the axis and are called by their day", () => {
  showPlot({
    kind: "line",
    x: "date",
    unit: "count",
    points: [
      buildPoint({ key: "2026-11-02", value: 4 }),
      buildPoint({ key: "2026-11-03", value: 8 }),
    ],
  });
  expect(screen.getByRole("button", { name: "2 Nov 2026: 4" })).toBeInTheDocument();
  expect(screen.getByRole("button", { name: "3 Nov 2026: 8" })).toBeInTheDocument();
});

test("a value that is missing is not drawn, and a dash in the table", () => {
  showPlot({ points: [buildPoint({ key: "a" }), buildPoint({ key: "b", value: null })] });
  expect(screen.getAllByRole("button", { name: /^[AB]:/ })).toHaveLength(1);
  expect(screen.getByRole("row", { name: "B –" })).toBeInTheDocument();
});

test("more bars than have room stand in rows", () => {
  showPlot({
    points: Array.from({ length: 15 }, (_, index) => buildPoint({ key: `name_${index}` })),
  });
  expect(screen.getAllByRole("button", { name: /^Name / })).toHaveLength(15);
  expect(screen.getByText("Point at a row to see its numbers", { exact: false })).toBeVisible();
});

test("a table has its numbers in their units, and the published rows marked as such", () => {
  renderApp(
    <SectionTable section="none" table={buildTable({ published: [["paragraph_box", 0.729]] })} />,
  );
  const rows = within(screen.getByRole("table", { name: "Some table" })).getAllByRole("row");
  expect(rows.map((row) => row.textContent)).toEqual([
    "Kind of boxShare",
    "Paragraph box70%",
    "Paragraph box (published)72.9%",
  ]);
});

test("a table says dates as dates, and lets people's names be", () => {
  const columns: Table["columns"] = [
    { name: "annotator", unit: "text" },
    { name: "since", unit: "text" },
    { name: "bits_of_it", unit: "" },
  ];
  renderApp(
    <SectionTable
      section="none"
      nameOf={(key) => (key === "12" ? "ada_b" : key)}
      table={buildTable({ columns, rows: [["12", "2026-11-09", 1.5]] })}
    />,
  );
  const [, row] = screen.getAllByRole("row");
  expect(row).toHaveTextContent("ada_b9 Nov 20261.5");
});

test("a stored interval of an earlier version names its method", () => {
  renderApp(
    <FigureTile section="none" figure={buildFigure({ name: "share_of_it", method: "wilson" })} />,
  );
  expect(screen.getByRole("group")).toHaveTextContent("Wilson’s interval, of an earlier version");
});

test("a section's groups come in their order, and what none of them names at the end", () => {
  const names = ["first_one", "second_one", "third_one"];
  const section = buildSection({
    figures: names.map((name) => buildFigure({ name })),
    notes: ["few_examples_note"],
    scope: ["For questions like these.", "For coming weeks."],
    shared_pages: null,
  });
  renderApp(
    <SectionView
      section={section}
      groups={[{ title: "Chosen", figures: ["third_one", "not_there", "first_one"] }]}
    />,
  );
  expect(screen.getAllByRole("heading", { level: 2 }).map((each) => each.textContent)).toEqual([
    "Chosen",
    "Further numbers",
  ]);
  const chosen = screen.getByRole("region", { name: "Chosen" });
  expect(
    within(chosen)
      .getAllByRole("group")
      .map((tile) => tile.getAttribute("aria-labelledby"))
      .map((id) => document.getElementById(id ?? "")?.textContent),
  ).toEqual(["Third one", "First one"]);
  expect(screen.getByText("Few examples note")).toBeInTheDocument();
  expect(screen.getByRole("note", { name: "What intervals are about" })).toHaveTextContent(
    "For questions like these. For coming weeks.",
  );
});
