import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";

import { startExport } from "@/api/jobs";
import type { Splits } from "@/api/splits";
import { EXPORT_FORMATS as ASQA } from "@/kinds/asqa/formats";
import type { ExportFormatChoice } from "@/kinds/fileFormats";
import { EXPORT_FORMATS as NATURAL_QUESTIONS } from "@/kinds/natural-questions/formats";
import { renderApp } from "@/test/render";
import { fakeServer } from "@/test/server";

import { ExportCard } from "./ExportCard";

vi.mock("@/api/jobs", () => ({ startExport: vi.fn() }));

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
  fakeServer({ "GET projects/demo/splits/": { json: splits } });
}

async function choose(...names: readonly string[]) {
  await userEvent.click(await screen.findByRole("combobox", { name: "Splits" }));
  for (const name of names) await userEvent.click(await screen.findByRole("option", { name }));
}

beforeEach(() => {
  serve();
  vi.mocked(startExport).mockReset().mockResolvedValue({ job: "x" });
});

const FORMATS = { nq: NATURAL_QUESTIONS, asqa: ASQA };

function formatOf(kind: keyof typeof FORMATS, value: string): ExportFormatChoice {
  const found = FORMATS[kind].find((format) => format.value === value);
  if (found === undefined) throw new Error(`no format ${value}`);
  return found;
}

test("examples with a concern and those without an answer are a matter of choice", async () => {
  renderApp(<ExportCard slug="demo" format={formatOf("asqa", "asqa")} />);
  await userEvent.click(screen.getByLabelText("Include examples with a concern"));
  await userEvent.click(screen.getByLabelText("Only annotations with an answer"));
  await choose("dev");
  await userEvent.click(screen.getByRole("button", { name: "Export as ASQA" }));
  expect(startExport).toHaveBeenCalledExactlyOnceWith("demo", "asqa", {
    with_concerns: true,
    annotated_only: true,
    splits: ["dev"],
  });
});

test("without a choice everything but concerns is exported", async () => {
  renderApp(<ExportCard slug="demo" format={formatOf("asqa", "squad")} />);
  expect(screen.queryByLabelText("Only annotations with an answer")).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole("button", { name: "Export as SQuAD" }));
  expect(startExport).toHaveBeenCalledExactlyOnceWith("demo", "squad", {});
});

test("Natural Questions can be limited to some annotations of each example", async () => {
  renderApp(<ExportCard slug="demo" format={formatOf("nq", "nq")} />);
  await userEvent.type(screen.getByLabelText("Annotations per example"), "5");
  await choose("dev", "Without a split");
  await userEvent.click(screen.getByLabelText("Add byte offsets in the source"));
  await userEvent.click(screen.getByRole("button", { name: "Export as Natural Questions" }));
  expect(startExport).toHaveBeenCalledExactlyOnceWith("demo", "nq", {
    source_offsets: true,
    annotations_per_example: 5,
    splits: ["dev", "all"],
  });
});

test("these can be drawn with a seed", async () => {
  renderApp(<ExportCard slug="demo" format={formatOf("nq", "nq")} />);
  expect(screen.queryByLabelText("Seed")).not.toBeInTheDocument();
  await userEvent.type(screen.getByLabelText("Annotations per example"), "5");
  await userEvent.type(screen.getByLabelText("Seed"), "0");
  await userEvent.click(screen.getByRole("button", { name: "Export as Natural Questions" }));
  expect(startExport).toHaveBeenCalledExactlyOnceWith("demo", "nq", {
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
    renderApp(<ExportCard slug="demo" format={formatOf("nq", "squad")} />);
    if (names === null) {
      await userEvent.click(screen.getByRole("button", { name: "Export as SQuAD" }));
      expect(screen.queryByRole("combobox", { name: "Splits" })).toBeNull();
      return;
    }
    await userEvent.click(await screen.findByRole("combobox", { name: "Splits" }));
    const options = await screen.findAllByRole("option");
    expect(options.map((each) => each.textContent)).toEqual(names);
  },
);
