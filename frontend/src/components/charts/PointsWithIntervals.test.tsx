import { screen } from "@testing-library/react";
import { expect, test } from "vitest";

import { renderApp } from "@/test/render";

import { type IntervalPoint, PointsWithIntervals } from "./PointsWithIntervals";

const POINT: IntervalPoint = {
  key: "psi",
  label: "Precision",
  value: 0.5,
  low: 0.25,
  high: 1,
  reference: 0.9,
  text: "50%",
  description: "Precision: 50%",
};

function show(points: IntervalPoint[]) {
  renderApp(
    <PointsWithIntervals
      label="Precision"
      points={points}
      domain={[0, 1]}
      formatTick={(value) => `${Math.round(value * 100)}%`}
      legend={{ point: "Here", reference: "Published" }}
    />,
  );
  return screen.getByRole("button");
}

test("a point stands at its value, its interval reaches from end to end, the reference is a line", () => {
  // The scale is 340 wide and begins at 190.
  const mark = show([POINT]);
  expect(mark.querySelector("circle")).toHaveAttribute("cx", "360");
  const [reference, interval] = mark.querySelectorAll("path");
  expect(reference?.getAttribute("d")).toMatch(/^M496 /);
  expect(interval?.getAttribute("d")).toMatch(/^M275 .*H530M530 /);
  expect(screen.getByText("Published")).toBeInTheDocument();
});

test("without a reference there is none in the legend either", () => {
  expect(show([{ ...POINT, reference: null }]).querySelectorAll("path")).toHaveLength(1);
  expect(screen.queryByText("Published")).not.toBeInTheDocument();
});

test("long names make room for themselves, and what is longer still is cut", () => {
  const mark = show([{ ...POINT, label: "x".repeat(60), reference: null }]);
  // 42 letters of 7.25 and 20 beside them take 324.5; the scale goes from there to 530.
  expect(mark.querySelector("circle")).toHaveAttribute("cx", "427.25");
  // Nothing that is written is part of the mark, whose name is a sentence.
  expect(mark.textContent).toBe("");
  expect(mark.nextElementSibling?.querySelector("text")).toHaveTextContent(`${"x".repeat(41)}…`);
});
