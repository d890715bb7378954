import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";

import { queryKeys } from "@/api/queryKeys";
import type { Queue } from "@/api/types";
import { buildJob, buildQueue } from "@/test/builders";
import { renderApp, testQueryClient } from "@/test/render";
import { withSaveBar } from "@/test/savedTogether";
import { fakeServer, page } from "@/test/server";

import { SplitOverlaps } from "./SplitOverlaps";

function buildSplits(changes: Partial<Queue> = {}): Queue {
  return buildQueue({
    found_splits: [
      { name: "", examples: 2 },
      { name: "train", examples: 300 },
      { name: "dev", examples: 10 },
    ],
    overlaps: [{ name: "dev", overlap: 2 }],
    ...changes,
  });
}

test("only the splits that were changed are saved, and an emptied one follows the project", async () => {
  const requests = fakeServer({
    "GET projects/demo/queue/": { json: buildSplits() },
    "PATCH projects/demo/queue/": {
      json: buildSplits({ overlaps: [{ name: "test", overlap: 2 }] }),
    },
  });
  renderApp(withSaveBar(<SplitOverlaps slug="demo" />));
  const list = await screen.findByRole("list", { name: "Annotations by split" });
  expect(within(list).getAllByRole("listitem")).toHaveLength(2);
  expect(screen.queryByRole("button", { name: "Save" })).toBeNull();
  expect(screen.getByLabelText("Annotations per example of dev")).toHaveValue("2");
  await userEvent.clear(screen.getByLabelText("Annotations per example of dev"));
  await userEvent.type(screen.getByLabelText("A future split"), "test");
  await userEvent.click(screen.getByRole("button", { name: "Add" }));
  await userEvent.type(screen.getByLabelText("Annotations per example of test"), "2");
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("The settings are saved.")).toBeVisible();
  expect(requests.filter(({ method }) => method === "PATCH").map(({ body }) => body)).toEqual([
    {
      overlaps: [
        { name: "dev", overlap: null },
        { name: "test", overlap: 2 },
      ],
    },
  ]);
});

test("splits are in natural order, and Enter adds one without saving the numbers", async () => {
  const found_splits = ["fold10", "fold2", "fold1"].map((name) => ({ name, examples: 5 }));
  const requests = fakeServer({
    "GET projects/demo/queue/": { json: buildSplits({ found_splits, overlaps: [] }) },
  });
  renderApp(withSaveBar(<SplitOverlaps slug="demo" />));
  const list = await screen.findByRole("list", { name: "Annotations by split" });
  const names = () =>
    within(list)
      .getAllByRole("textbox")
      .map((field) => field.getAttribute("aria-label")?.split(" ").at(-1));
  expect(names()).toEqual(["fold1", "fold2", "fold10"]);
  await userEvent.type(screen.getByLabelText("Annotations per example of fold2"), "4");
  await userEvent.type(screen.getByLabelText("A future split"), "fold11{Enter}");
  expect(names()).toEqual(["fold1", "fold2", "fold10", "fold11"]);
  expect(screen.getByLabelText("A future split")).toHaveValue("");
  await userEvent.type(screen.getByLabelText("A future split"), "fold12");
  await userEvent.click(screen.getByRole("button", { name: "Add" }));
  expect(screen.getByLabelText("A future split")).toHaveFocus();
  expect(requests.filter(({ method }) => method !== "GET")).toEqual([]);
});

test("a number that is too small says how many examples have more", async () => {
  fakeServer({
    "GET projects/demo/queue/": { json: buildSplits() },
    "PATCH projects/demo/queue/": {
      status: 409,
      json: { code: "overlap_too_small", detail: "7 examples have more.", fields: {} },
    },
  });
  renderApp(withSaveBar(<SplitOverlaps slug="demo" />));
  const field = await screen.findByLabelText("Annotations per example of dev");
  await userEvent.clear(field);
  await userEvent.type(field, "1");
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByRole("alert")).toHaveTextContent("7 examples have more.");
});

test("a job that changes many examples shows how far it is", async () => {
  const job = buildJob({ state: "running", kind: "change_overlap", done: 1000, total: 4353 });
  fakeServer({
    "GET projects/demo/queue/": { json: buildSplits({ overlap_job: job.id }) },
    "GET projects/demo/jobs/": { json: page([job]) },
  });
  renderApp(withSaveBar(<SplitOverlaps slug="demo" />));
  expect(await screen.findByText(/1,000 of 4,353/)).toBeVisible();
});

test("a number that is being typed stays when another lead saves one", async () => {
  let overlaps = [{ name: "dev", overlap: 2 }];
  fakeServer({ "GET projects/demo/queue/": () => ({ json: buildSplits({ overlaps }) }) });
  const queryClient = testQueryClient();
  renderApp(withSaveBar(<SplitOverlaps slug="demo" />), { queryClient });
  await userEvent.type(await screen.findByLabelText("Annotations per example of train"), "4");
  overlaps = [{ name: "dev", overlap: 3 }];
  await queryClient.invalidateQueries({ queryKey: queryKeys.queue("demo") });
  expect(await screen.findByDisplayValue("3")).toBeVisible();
  expect(screen.getByLabelText("Annotations per example of train")).toHaveValue("4");
});
