import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";

import { startExport } from "@/api/jobs";
import { renderApp } from "@/test/render";

import { ExportCard } from "./ExportCard";
import { type ExportFormatChoice, exportFormatsOf } from "./exportFormats";

vi.mock("@/api/jobs", () => ({ startExport: vi.fn() }));

beforeEach(() => {
  vi.mocked(startExport).mockReset().mockResolvedValue({ job: "x" });
});

function formatOf(kind: "nq" | "asqa", value: string): ExportFormatChoice {
  const found = exportFormatsOf(kind).find((format) => format.value === value);
  if (found === undefined) throw new Error(`no format ${value}`);
  return found;
}

test("each kind of project has its own formats", () => {
  expect(exportFormatsOf("nq").map(({ value }) => value)).toEqual(["nq", "nq-simplified", "squad"]);
  expect(exportFormatsOf("asqa").map(({ value }) => value)).toEqual(["asqa", "squad"]);
});

test("examples with a concern and those without an answer are a matter of choice", async () => {
  renderApp(<ExportCard slug="demo" format={formatOf("asqa", "asqa")} />);
  await userEvent.click(screen.getByLabelText("Include examples with a concern"));
  await userEvent.click(screen.getByLabelText("Only annotations with an answer"));
  await userEvent.type(screen.getByLabelText("Splits"), " dev ");
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
  await userEvent.type(screen.getByLabelText("Splits"), "dev, train,");
  await userEvent.click(screen.getByLabelText("Add byte offsets in the source"));
  await userEvent.click(screen.getByRole("button", { name: "Export as Natural Questions" }));
  expect(startExport).toHaveBeenCalledExactlyOnceWith("demo", "nq", {
    source_offsets: true,
    annotations_per_example: 5,
    splits: ["dev", "train"],
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
