import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";

import { renderApp } from "@/test/render";

import { type StackedBar, StackedBars, topOf } from "./StackedBars";

const SERIES = [
  { key: "C", label: "Correct" },
  { key: "W", label: "Wrong" },
];

function bar(key: string, correct: number, wrong: number): StackedBar {
  return {
    key,
    label: key,
    parts: [
      { value: correct, label: `${correct * 100}%` },
      { value: wrong, label: `${wrong * 100}%` },
    ],
    total: `${(correct + wrong) * 100}%`,
    description: `${key}: ${correct} correct, ${wrong} wrong`,
  };
}

const BARS = [bar("low", 0, 0.25), bar("middle", 0, 0), bar("high", 0.5, 0.25)];

function show(onSelect?: (bar: StackedBar) => void, series = SERIES) {
  renderApp(
    <StackedBars
      label="Shares"
      series={series}
      bars={BARS}
      xLabel="x"
      yLabel="y"
      {...(onSelect && { onSelect })}
    />,
  );
  return screen.getAllByRole("button");
}

function heights(mark: HTMLElement): number[] {
  return [...mark.querySelectorAll("rect.part, rect[fill^='url']")].map((rect) =>
    Number(rect.getAttribute("height")),
  );
}

test("each division is as high as its share of the scale, and what is nothing is not drawn", () => {
  const [low, middle, high] = show().map(heights);
  // The scale ends at 80%: 258 of 360 are left for it between legend and axis.
  expect(middle).toEqual([]);
  expect(low).toEqual([(0.25 / 0.8) * 258]);
  expect(high?.map((height) => Math.round(height * 1000))).toEqual([161_250, 80_625]);
});

test("a legend of two rows moves the plot down and leaves it as high", () => {
  const long = SERIES.map(({ key, label }) => ({
    key,
    label: label.repeat(6),
  }));
  const [low] = show(undefined, long);
  const [target, part] = [...(low?.querySelectorAll("rect") ?? [])];
  // Two rows of 26, then 20 to the plot.
  expect(target?.getAttribute("y")).toBe("72");
  expect(part?.getAttribute("height")).toBe(String((0.25 / 0.8) * 258));
  expect(screen.getByRole("group", { name: "Shares" })).toHaveAttribute("height", "386");
});

test("a bar's divisions and its whole have their numbers beside them", () => {
  const marks = show();
  const texts = marks.map((mark) =>
    [...(mark.parentElement?.querySelectorAll("text") ?? [])].map((each) => each.textContent),
  );
  expect(texts).toEqual([["25%", "25%"], ["0%"], ["50%", "25%", "75%"]]);
  expect(marks.map((mark) => mark.textContent)).toEqual(["", "", ""]);
});

test("one bar is in the tab order, and arrow keys go to the others and tell their numbers", async () => {
  const user = userEvent.setup();
  const [low, middle, high] = show();
  expect([low, middle, high].map((mark) => mark?.getAttribute("tabindex"))).toEqual([
    "0",
    "-1",
    "-1",
  ]);
  await user.tab();
  await user.keyboard("{ArrowRight}{ArrowRight}{ArrowRight}");
  expect(high).toHaveFocus();
  expect(screen.getByText("high: 0.5 correct, 0.25 wrong")).toBeVisible();
  await user.keyboard("{Home}");
  expect(low).toHaveFocus();
});

test("a bar can be chosen by keyboard and by pointer", async () => {
  const onSelect = vi.fn();
  const user = userEvent.setup();
  const [low, , high] = show(onSelect);
  await user.tab();
  await user.keyboard("{Enter}");
  if (high !== undefined) await user.click(high);
  expect(onSelect.mock.calls).toEqual([[BARS[0]], [BARS[2]]]);
  expect(low).toHaveAccessibleName("low: 0 correct, 0.25 wrong");
});

test("the legend names every series", () => {
  show();
  const drawing = within(screen.getByRole("group", { name: "Shares" }));
  expect(drawing.getByText("Correct")).toBeInTheDocument();
  expect(drawing.getByText("Wrong")).toBeInTheDocument();
});

test("the scale ends at the next tenth above the tallest bar or its interval", () => {
  expect(topOf([])).toBe(0.1);
  expect(topOf([bar("a", 0.1, 0.2)])).toBe(0.3);
  expect(topOf([bar("a", 0.5, 0.01)])).toBe(0.6);
  expect(topOf([{ ...bar("a", 0.5, 0), interval: { low: 0.4, high: 0.72 } }])).toBe(0.8);
  expect(topOf([bar("a", 1, 0)])).toBe(1);
});
