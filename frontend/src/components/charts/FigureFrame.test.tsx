import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";

import { renderApp } from "@/test/render";

import type { FigureData } from "./figureData";
import { FigureFrame } from "./FigureFrame";
import { svgFile } from "./saveFigure";

const DATA: FigureData = {
  columns: [{ header: "Interval" }, { header: "Share", format: (value) => `${value * 100}%` }],
  rows: [["(0, 0.2]", 0.25]],
};

function show() {
  renderApp(
    <FigureFrame title="Shares" caption="All of them." fileName="shares" data={DATA}>
      {(drawing) => <svg ref={drawing} role="img" aria-label="drawing" />}
    </FigureFrame>,
  );
}

test("the table has the figure's numbers and takes its place", async () => {
  show();
  await userEvent.click(screen.getByRole("button", { name: "Show as table" }));
  const table = screen.getByRole("table", { name: "Shares" });
  expect(within(table).getByRole("rowheader")).toHaveTextContent("(0, 0.2]");
  expect(within(table).getByRole("cell")).toHaveTextContent("25%");
  expect(screen.queryByRole("img", { name: "drawing" })).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole("button", { name: "Show as figure" }));
  expect(screen.getByRole("img", { name: "drawing" })).toBeVisible();
});

test("numbers and drawing are downloaded under the figure's name", async () => {
  const saved: Blob[] = [];
  const names: string[] = [];
  vi.stubGlobal("URL", {
    createObjectURL: (blob: Blob) => `blob:${saved.push(blob)}`,
    revokeObjectURL: () => undefined,
  });
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    names.push(this.download);
  });
  show();
  for (const item of ["Numbers as CSV", "Numbers as JSON", "Figure as SVG"]) {
    await userEvent.click(screen.getByRole("button", { name: "Download" }));
    await userEvent.click(await screen.findByRole("menuitem", { name: item }));
  }
  expect(names).toEqual(["shares.csv", "shares.json", "shares.svg"]);
  expect(saved.map(({ type }) => type)).toEqual([
    "text/csv;charset=utf-8",
    "application/json",
    "image/svg+xml",
  ]);
});

test("a drawing as a file stands on white and has no classes", () => {
  const drawing = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  drawing.setAttribute("width", "680");
  drawing.setAttribute("height", "360");
  drawing.innerHTML = '<g class="mark" tabindex="0"><text>25%</text></g>';
  const file = new DOMParser().parseFromString(svgFile(drawing, "Shares"), "image/svg+xml");
  const ground = file.documentElement.firstElementChild;
  expect([ground?.localName, ground?.getAttribute("fill")]).toEqual(["rect", "#ffffff"]);
  expect([ground?.getAttribute("width"), ground?.getAttribute("height")]).toEqual(["680", "360"]);
  expect(file.querySelectorAll("[class], [tabindex]")).toHaveLength(0);
  expect(file.documentElement.getAttribute("aria-label")).toBe("Shares");
  expect(document.querySelectorAll("svg")).toHaveLength(0);
});
