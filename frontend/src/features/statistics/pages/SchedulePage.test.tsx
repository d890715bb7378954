import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";

import { renderApp } from "@/test/render";

import { ReportContext } from "../parts/ReportContext";
import type { Figure, Plot, Point, Section } from "../shape";
import SchedulePage from "./SchedulePage";

function point(key: string, count: number, changes: Partial<Point> = {}): Point {
  return {
    series: "",
    key,
    x: null,
    value: count / 10,
    low: null,
    high: null,
    count,
    total: 10,
    published: null,
    examples: count === 0 ? null : { column: key, low: 1, high: 3 },
    ...changes,
  };
}

const PATH: Plot = {
  name: "decision_path",
  unit: "share",
  kind: "bars",
  x: "category",
  series: [""],
  points: [
    point("bad", 3, { low: 0.108, high: 0.603 }),
    point("no_answer", 1),
    point("long_only", 2, { published: 0.135 }),
    point("spans", 4),
    point("yes_no", 0),
  ],
  missing: null,
};

const FINISH: Figure = {
  name: "finish",
  unit: "date",
  value: 20472,
  low: 20470,
  high: 20480,
  count: 28,
  method: "bootstrap",
  published: null,
  missing: null,
};

function section(name: string, changes: Partial<Section>): Section {
  return {
    name,
    figures: [],
    plots: [],
    tables: [],
    notes: [],
    scope: [],
    shared_pages: null,
    missing: null,
    ...changes,
  };
}

function show(sections: readonly Section[]) {
  renderApp(
    <ReportContext value={{ slug: "crossing", page: "schedule", hiddenSplit: "without" }}>
      <SchedulePage sections={sections} />
    </ReportContext>,
    { path: "*" },
  );
}

describe("SchedulePage", () => {
  it("draws the decision path with its ends as links to their examples", async () => {
    show([section("process", { plots: [PATH] })]);
    const figure = await screen.findByRole("figure", { name: "Where annotations end" });
    const links = within(figure).getAllByRole("link");
    expect(links.map((link) => link.getAttribute("aria-label"))).toEqual([
      "Bad question: 30%; 95% 10.8–60.3%; 3 of 10; opens its examples",
      "No answer: 10%; 1 of 10; opens its examples",
      "Long answer only: 20%; 2 of 10; published 13.5%; opens its examples",
      "Long and short answer: 40%; 4 of 10; opens its examples",
    ]);
    expect(links[0]).toHaveAttribute(
      "href",
      "/projects/crossing/statistics/examples?column=bad&low=1&high=3&from=schedule",
    );
    // Nobody said yes or no, so that end leads nowhere.
    expect(within(figure).getByRole("button", { name: /^Yes or no: 0%/ })).toBeVisible();
    const table = within(figure).getByRole("table", { name: "Where annotations end" });
    expect(within(table).getByRole("row", { name: /^Bad question/ })).toHaveTextContent(
      "Bad question30%10.8%60.3%310–",
    );
    await userEvent.tab();
    await userEvent.tab();
    await userEvent.tab();
    await userEvent.keyboard("{ArrowDown}");
    expect(links[1]).toHaveFocus();
  });

  it("says why the path has no intervals", async () => {
    const reason = "An interval needs 10 examples; there are 4.";
    const gap = { reason, needed: "", have: 10, need: 40 };
    show([section("process", { plots: [{ ...PATH, no_interval: gap }] })]);
    const figure = await screen.findByRole("figure", { name: "Where annotations end" });
    expect(figure).toHaveTextContent(`has none for this reason: ${reason}`);
  });

  it("says by which days the end is expected", async () => {
    show([section("schedule", { figures: [FINISH] })]);
    const tile = await screen.findByRole("group", { name: "Expected end" });
    expect(tile).toHaveTextContent("19 Jan 202695%: 17 Jan 2026 to 27 Jan 2026");
    expect(tile).toHaveTextContent(
      "(bootstrap of weeks, if the coming weeks are like the last four)",
    );
    expect(tile).toHaveTextContent("of 28 whole days");
  });

  it("says when the work ended once all annotations are in", async () => {
    const ended = { ...FINISH, low: null, high: null, method: "" as const, count: null };
    show([section("schedule", { figures: [ended], notes: ["finished"] })]);
    const tile = await screen.findByRole("group", { name: "Finished on" });
    expect(tile).toHaveTextContent("19 Jan 2026");
    expect(screen.getByRole("alert", { name: "Good news" })).toHaveTextContent(
      "Well done: all annotations are in.",
    );
    expect(screen.queryByRole("alert", { name: "Remarks" })).toBeNull();
    expect(screen.queryByRole("group", { name: "Expected end" })).toBeNull();
  });

  it("says what is needed where there is no path yet", async () => {
    const missing = {
      reason: "Nobody has submitted.",
      needed: "One annotation.",
      have: 0,
      need: 1,
    };
    show([section("process", { plots: [{ ...PATH, points: [], missing }] })]);
    expect(await screen.findByText(/Nobody has submitted/)).toBeVisible();
    expect(screen.queryByRole("figure")).toBeNull();
  });
});
