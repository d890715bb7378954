import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";

import { renderApp } from "@/test/render";

import { SearchField } from "./SearchField";

test("the field has the focus once its search is cleared", async () => {
  const found: string[] = [];
  renderApp(<SearchField label="Search" value="river" onChange={(text) => found.push(text)} />);
  await userEvent.click(screen.getByRole("button", { name: "Clear the search" }));
  expect(screen.getByRole("searchbox", { name: "Search" })).toHaveValue("");
  expect(screen.getByRole("searchbox", { name: "Search" })).toHaveFocus();
});
