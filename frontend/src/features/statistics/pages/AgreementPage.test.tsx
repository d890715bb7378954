import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";

import { renderApp } from "@/test/render";
import { fakeServer, page as listOf } from "@/test/server";

import { ReportContext } from "../parts/ReportContext";
import type { Section, Table } from "../shape";
import { buildFigure, buildPlot, buildPoint, buildTable, textOf } from "../testing";
import AgreementPage from "./AgreementPage";

const PERSON = {
  id: 12,
  username: "bad",
  name: "bad",
  display_name: "",
  pseudonym: "Annotator 4173",
};

const CONFUSION: Table = buildTable({
  name: "confusion_long",
  columns: [
    { name: "decision", unit: "text" },
    { name: "examples", unit: "count" },
    { name: "bad", unit: "share" },
    { name: "no_answer", unit: "share" },
  ],
  rows: [["bad", 1, 0, 1]],
});

const PAIRS: Table = buildTable({
  name: "pairs",
  columns: [
    { name: "annotator", unit: "text" },
    { name: "other_annotator", unit: "text" },
    { name: "shared_examples", unit: "count" },
    { name: "kappa_long", unit: "coefficient" },
  ],
  rows: [["12", "13", 40, 0.36]],
});

const SECTION: Section = {
  name: "agreement",
  figures: [
    buildFigure({
      name: "alpha_long",
      unit: "coefficient",
      value: 0.7,
      low: 0.6,
      high: 0.8,
      count: 40,
      published: null,
    }),
  ],
  plots: [
    buildPlot({
      name: "confused_decisions",
      kind: "points",
      points: [
        buildPoint({
          key: "bad__no_answer",
          value: 0.5,
          examples: { column: "confused__bad__no_answer", low: 1, high: 2 },
        }),
      ],
    }),
  ],
  tables: [CONFUSION, PAIRS],
  notes: ["imported_annotations"],
  scope: [],
  shared_pages: null,
  missing: null,
};

function open(section = SECTION) {
  fakeServer({ "GET projects/demo/annotators/": { json: listOf([PERSON]) } });
  renderApp(
    <ReportContext value={{ slug: "demo", page: "agreement", hiddenSplit: "without" }}>
      <AgreementPage sections={[section]} />
    </ReportContext>,
  );
}

test("figures, confusions and remarks stand under their headings in words", () => {
  open();
  const long = screen.getByRole("region", { name: "Long answers" });
  const tile = within(long).getByRole("group", { name: "Krippendorff’s α, long answer" });
  expect(tile).toHaveTextContent("0.70");
  expect(tile).toHaveTextContent("of 40 examples");
  expect(screen.getByText(/Annotations from files count/)).toBeVisible();
  const table = screen.getByRole("table", { name: "Decisions about the long answer" });
  expect(within(table).getByRole("row", { name: "Bad question 1 – 100%" })).toBeVisible();
});

test("a confusion leads to its examples", () => {
  open();
  expect(screen.getByRole("link", { name: /Bad question \/ no answer: 50%/ })).toHaveAttribute(
    "href",
    "/projects/demo/statistics/examples?column=confused__bad__no_answer&low=1&high=2&from=agreement",
  );
});

test("annotators are called by their names, whatever words these are", async () => {
  open();
  await userEvent.click(screen.getByRole("heading", { name: "Who agrees with whom", level: 2 }));
  const table = screen.getByRole("table", { name: "Who agrees with whom" });
  expect(await within(table).findByRole("rowheader", { name: "bad" })).toBeVisible();
  expect(within(table).getByRole("cell", { name: "Annotator with the key 13" })).toBeVisible();
});

/** Seventeen pairs of 12 with others, of whom 20 agrees with them the least and 36 the most. */
const MANY: Table = buildTable({
  name: "pairs",
  columns: [
    { name: "annotator", unit: "text" },
    { name: "other_annotator", unit: "text" },
    { name: "agreement_long", unit: "share" },
  ],
  rows: Array.from({ length: 17 }, (_, at) => ["12", String(36 - at), (36 - at) / 100]),
});

test("pairs who agree least come first, and all of them at the press of a key", async () => {
  open({ ...SECTION, tables: [MANY] });
  const table = screen.getByRole("table", { name: "Who agrees with whom" });
  await within(table).findAllByRole("rowheader", { name: "bad" });
  const shares = () =>
    within(table)
      .getAllByText(/%$/)
      .map(({ textContent }) => textContent);
  expect(shares()).toHaveLength(15);
  expect(shares().slice(0, 2)).toEqual(["20%", "21%"]);

  screen.getByRole("button", { name: "Show all 17" }).focus();
  await userEvent.keyboard("{Enter}");
  expect(shares()).toHaveLength(17);
  const fewer = screen.getByRole("button", { name: "Show the first 15" });
  expect(fewer).toHaveAttribute("aria-expanded", "true");
  expect(fewer).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  expect(shares()).toHaveLength(15);
});

test("the file of pairs has all of them, with names as people have them and keys", async () => {
  open({ ...SECTION, tables: [MANY] });
  const table = screen.getByRole("table", { name: "Who agrees with whom" });
  await within(table).findAllByRole("rowheader", { name: "bad" });
  await userEvent.click(screen.getByRole("button", { name: "Download Who agrees with whom" }));
  const saved: Blob[] = [];
  vi.stubGlobal("URL", {
    createObjectURL: (blob: Blob) => `blob:${saved.push(blob)}`,
    revokeObjectURL: () => undefined,
  });
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockReturnValue();
  await userEvent.click(await screen.findByRole("menuitem", { name: "Numbers as CSV" }));
  const lines = (await textOf(saved[0])).split("\r\n");
  expect(lines).toHaveLength(1 + 17 + 1);
  expect(lines[1]).toBe('"bad","12","Annotator with the key 20","20","0.2"');
});
