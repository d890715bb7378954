import { screen } from "@testing-library/react";
import { expect, test } from "vitest";

import { renderApp } from "@/test/render";

import Markdown, { addressOf } from "./Markdown";

const TEXT = "![a map](pictures/map.png) ![spy](https://elsewhere.example/x.png) [why](faq:12)";

test("the project's pictures are shown and nothing from elsewhere is", () => {
  renderApp(<Markdown project="demo">{TEXT}</Markdown>);
  expect(screen.getAllByRole("img").map((image) => image.getAttribute("src"))).toEqual([
    "/api/v1/projects/demo/guidelines/pictures/map.png",
  ]);
  expect(screen.getByText(/spy/)).toBeVisible();
});

test("a link to the FAQ leads to the entry of the same project", () => {
  renderApp(<Markdown project="demo">{TEXT}</Markdown>);
  expect(screen.getByRole("link", { name: "why" })).toHaveAttribute(
    "href",
    "/projects/demo/faq/12",
  );
});

test("a cell says the heading of its column, for places where rows become cards", () => {
  const table = "| Question | Choice |\n|---|---|\n| *who* | good |\n| *what* | bad |";
  renderApp(<Markdown>{table}</Markdown>);
  const cells = screen.getAllByRole("cell").map((cell) => [cell.textContent, cell.dataset.label]);
  expect(cells).toEqual([
    ["who", "Question"],
    ["good", "Choice"],
    ["what", "Question"],
    ["bad", "Choice"],
  ]);
});

test("a table says what its parts are, which a layout in cards would hide", () => {
  const { container } = renderApp(<Markdown>{"| Question |\n|---|\n| who |"}</Markdown>);
  const roles = Array.from(container.querySelectorAll("table, table *"), (each) =>
    each.getAttribute("role"),
  );
  expect(roles).toEqual(["table", "rowgroup", "row", "columnheader", "rowgroup", "row", "cell"]);
});

test.each([
  ["pictures/../x.png", "src", ""],
  ["javascript:alert(1)", "href", ""],
  ["faq:0", "href", ""],
  ["https://example.org/", "href", "https://example.org/"],
])("%s in %s leads to “%s”", (address, attribute, expected) => {
  expect(addressOf(address, attribute, "demo")).toBe(expected);
});
