import { screen } from "@testing-library/react";
import { expect, test } from "vitest";

import { buildJob } from "@/test/builders";
import { renderApp } from "@/test/render";

import { UndoImport } from "./UndoImport";

test.each([
  [false, "Undo this import"],
  [true, "Bring it back"],
])("an import that is undone: %s has its button", (undone, name) => {
  renderApp(<UndoImport slug="demo" job={buildJob({ undone })} />);
  expect(screen.getByRole("button", { name })).toBeVisible();
});

test("a job that has brought nothing has none", () => {
  renderApp(<UndoImport slug="demo" job={buildJob({ undone: null })} />);
  expect(screen.queryByRole("button")).toBeNull();
});
