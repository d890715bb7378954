import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";

import type { ExportFormat, ExportOption } from "@/api/jobs";
import type { Splits } from "@/api/splits";
import { renderApp } from "@/test/render";
import { fakeServer, type RecordedRequest } from "@/test/server";

import { ExportCard } from "./ExportCard";

const SPLITS: Splits = {
  splits: [
    { name: "", examples: 1 },
    { name: "dev", examples: 2 },
    { name: "test", examples: 3 },
  ],
  draw: null,
  hidden: "",
  is_steward: false,
};

/** The project's splits, and those of them that are chosen for an export. */
function serve(splits: Splits = SPLITS) {
  requests = fakeServer({
    "GET projects/demo/splits/": { json: splits },
    "POST projects/demo/exports/": { json: { job: "x" } },
  });
}

let requests: RecordedRequest[] = [];

/** What was asked to be exported. */
async function exported(): Promise<unknown> {
  const asked = () => requests.filter(({ method }) => method === "POST");
  await waitFor(() => {
    expect(asked()).toHaveLength(1);
  });
  return asked()[0]?.body;
}

async function choose(...names: readonly string[]) {
  await userEvent.click(await screen.findByRole("combobox", { name: "Splits" }));
  for (const name of names) await userEvent.click(await screen.findByRole("option", { name }));
}

beforeEach(() => {
  serve();
});

const SWITCH = { description: "", least: null, most: null, goes_with: "" };
const CONCERNS: ExportOption = { ...SWITCH, name: "with_concerns", title: "With concerns" };
const ANSWERED: ExportOption = { ...SWITCH, name: "annotated_only", title: "With an answer" };
const LIMIT: ExportOption = {
  ...SWITCH,
  name: "annotations_per_example",
  title: "Annotations per example",
  least: 1,
  most: 1000,
};
const SEED: ExportOption = {
  ...SWITCH,
  name: "draw_seed",
  title: "Seed",
  least: 0,
  goes_with: LIMIT.name,
};

/** A format as the server offers it, with the options. */
function format(name: ExportFormat["name"], ...options: ExportOption[]): ExportFormat {
  return { name, title: name.toUpperCase(), description: "A file", options };
}

test("examples with a concern and those without an answer are a matter of choice", async () => {
  renderApp(<ExportCard slug="demo" format={format("asqa", ANSWERED, CONCERNS)} />);
  await userEvent.click(screen.getByLabelText(CONCERNS.title));
  await userEvent.click(screen.getByLabelText(ANSWERED.title));
  await choose("dev");
  await userEvent.click(screen.getByRole("button", { name: "Export as ASQA" }));
  expect(await exported()).toEqual({
    format: "asqa",
    with_concerns: true,
    annotated_only: true,
    splits: ["dev"],
  });
});

test("without a choice everything but concerns is exported", async () => {
  renderApp(<ExportCard slug="demo" format={format("squad", CONCERNS)} />);
  expect(screen.queryByLabelText(ANSWERED.title)).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole("button", { name: "Export as SQUAD" }));
  expect(await exported()).toEqual({
    format: "squad",
  });
});

test("Natural Questions can be limited to some annotations of each example", async () => {
  renderApp(<ExportCard slug="demo" format={format("nq", ANSWERED, LIMIT, SEED)} />);
  await userEvent.type(screen.getByLabelText(LIMIT.title), "5");
  await choose("dev", "Without a split");
  await userEvent.click(screen.getByLabelText(ANSWERED.title));
  await userEvent.click(screen.getByRole("button", { name: "Export as NQ" }));
  expect(await exported()).toEqual({
    format: "nq",
    annotated_only: true,
    annotations_per_example: 5,
    splits: ["dev", "all"],
  });
});

test("these can be drawn with a seed", async () => {
  renderApp(<ExportCard slug="demo" format={format("nq", ANSWERED, LIMIT, SEED)} />);
  expect(screen.queryByLabelText(SEED.title)).not.toBeInTheDocument();
  await userEvent.type(screen.getByLabelText(LIMIT.title), "5");
  await userEvent.type(screen.getByLabelText(SEED.title), "0");
  await userEvent.click(screen.getByRole("button", { name: "Export as NQ" }));
  expect(await exported()).toEqual({
    format: "nq",
    annotations_per_example: 5,
    draw_seed: 0,
  });
});

test.each([
  [{ splits: [{ name: "dev", examples: 2 }] }, null],
  [{ hidden: "test" }, ["Without a split", "dev"]],
  [{ hidden: "test", is_steward: true }, ["Without a split", "dev", "test"]],
  [{ splits: [{ name: "test", examples: 2 }], hidden: "test", is_steward: true }, ["test"]],
])(
  "splits are offered where there is a choice, the hidden one to stewards: %j",
  async (changes, names) => {
    serve({ ...SPLITS, ...changes });
    renderApp(<ExportCard slug="demo" format={format("squad")} />);
    if (names === null) {
      await userEvent.click(screen.getByRole("button", { name: "Export as SQUAD" }));
      expect(screen.queryByRole("combobox", { name: "Splits" })).toBeNull();
      return;
    }
    await userEvent.click(await screen.findByRole("combobox", { name: "Splits" }));
    const options = await screen.findAllByRole("option");
    expect(options.map((each) => each.textContent)).toEqual(names);
  },
);
