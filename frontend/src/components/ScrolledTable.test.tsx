import { fireEvent, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";

import { renderApp } from "@/test/render";

import { ScrolledTable } from "./ScrolledTable";

afterEach(() => {
  vi.restoreAllMocks();
});

/** A table of 500 pixels in a window that leaves it so many. */
function show(room: number): HTMLElement {
  vi.spyOn(HTMLElement.prototype, "scrollWidth", "get").mockReturnValue(500);
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(room);
  renderApp(
    <ScrolledTable label="rivers" minWidth={500}>
      <table />
    </ScrolledTable>,
  );
  const frame = screen.getByRole("table").closest("[data-after]");
  if (!(frame instanceof HTMLElement)) throw new Error("the table has no frame");
  return frame;
}

test("a table with room for all columns is no stop of the keyboard", () => {
  const { before, after } = show(500).dataset;
  expect([before, after]).toEqual(["false", "false"]);
  expect(screen.queryByRole("region")).toBeNull();
});

test("the edges show on which side there are more columns, and the keyboard gets there", () => {
  const { dataset } = show(300);
  const room = screen.getByRole("region", { name: "Rows of rivers" });
  expect(room).toHaveAttribute("tabindex", "0");
  expect([dataset.before, dataset.after]).toEqual(["false", "true"]);
  fireEvent.scroll(room, { target: { scrollLeft: 100 } });
  expect([dataset.before, dataset.after]).toEqual(["true", "true"]);
  fireEvent.scroll(room, { target: { scrollLeft: 200 } });
  expect([dataset.before, dataset.after]).toEqual(["true", "false"]);
});
