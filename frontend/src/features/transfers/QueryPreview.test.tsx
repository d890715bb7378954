import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";

import type { QueryPreview } from "@/api/queryLogs";
import { IMPORT_FORMATS } from "@/kinds/natural-questions/formats";
import { renderApp } from "@/test/render";
import { fakeServer } from "@/test/server";

import { ImportForm } from "./ImportForm";
import { describeLayout } from "./QueryPreviewCard";

const PREVIEW = "POST projects/demo/query-previews/";
const FILE_LABEL = /^A \.txt, \.csv, \.tsv/;

const READ: QueryPreview = {
  layout: "CSV",
  columns: [{ field: "query", name: "Query" }],
  ignored: ["uid"],
  queries: [
    { line: 2, text: "who painted the ceiling", count: 1200 },
    { line: 3, text: "when does the ferry leave", count: 1 },
  ],
  problems: [],
};
const REFUSED: QueryPreview = {
  layout: null,
  columns: [],
  ignored: [],
  queries: [],
  problems: [
    { file: "log.csv", line: 1, field: "", problem: "The heading is unknown.", fix: "Name it." },
  ],
};

async function choose(content = "query\n"): Promise<void> {
  renderApp(<ImportForm slug="demo" formats={IMPORT_FORMATS} />);
  await userEvent.click(screen.getByRole("radio", { name: /^Query log/ }));
  await userEvent.upload(screen.getByLabelText(FILE_LABEL), new File([content], "log.csv"));
}

test("the first queries of a log are shown before it is imported", async () => {
  const requests = fakeServer({ [PREVIEW]: { json: READ } });
  await choose();
  const table = await screen.findByRole("table", { name: "First queries" });
  expect(
    within(table)
      .getAllByRole("row")
      .slice(1)
      .map((row) =>
        within(row)
          .getAllByRole("cell")
          .map((cell) => cell.textContent),
      ),
  ).toEqual([
    ["2", "who painted the ceiling", "1,200×"],
    ["3", "when does the ferry leave", "1×"],
  ]);
  expect(screen.getByText(describeLayout(READ))).toBeVisible();
  expect(screen.getByRole("button", { name: "Import" })).toBeEnabled();
  expect(requests.map(({ method, path }) => `${method} ${path}`)).toEqual([PREVIEW]);
});

test("a log that is refused can't be imported, and the reason is shown", async () => {
  fakeServer({ [PREVIEW]: { json: REFUSED } });
  await choose();
  const table = await screen.findByRole("table", { name: "Problems" });
  expect(within(table).getByText("The heading is unknown.")).toBeVisible();
  expect(screen.getByRole("button", { name: "Import" })).toBeDisabled();
  // Another format has no preview.
  await userEvent.click(screen.getByRole("radio", { name: /^Natural Questions/ }));
  expect(screen.queryByRole("table")).not.toBeInTheDocument();
  expect(screen.getByRole("button", { name: "Import" })).toBeEnabled();
});

test("without an answer to the preview the import is still possible", async () => {
  fakeServer({ [PREVIEW]: { status: 503, json: { code: "busy", detail: "Busy.", fields: {} } } });
  await choose();
  expect(await screen.findByRole("alert")).toHaveTextContent("Busy.");
  expect(screen.getByRole("button", { name: "Import" })).toBeEnabled();
});

test("only the beginning of a large log goes up for its preview", async () => {
  const requests = fakeServer({ [PREVIEW]: { json: READ } });
  await choose("who\n".repeat(2 ** 17));
  await screen.findByRole("table", { name: "First queries" });
  expect(JSON.stringify(requests[0]?.body).length).toBeLessThan(2 ** 19);
});

test("describeLayout names the columns that are read and those that aren't", () => {
  expect(describeLayout(READ)).toBe("Read as CSV: query from “Query”. Not read: uid.");
  expect(describeLayout({ ...READ, layout: "text", columns: [], ignored: [] })).toBe(
    "Read as text.",
  );
});
