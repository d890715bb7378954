import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";

import type { Job } from "@/api/types";
import { buildJob } from "@/test/builders";
import { renderApp } from "@/test/render";
import { type RecordedRequest, fakeServer, page } from "@/test/server";

import { JobList } from "./JobList";

function serve(jobs: Job[], answers: Parameters<typeof fakeServer>[0] = {}): RecordedRequest[] {
  return fakeServer({ "GET projects/demo/jobs/": { json: page(jobs) }, ...answers });
}

function renderList(kindPrefix: "import" | "export"): void {
  renderApp(
    <JobList
      slug="demo"
      kindPrefix={kindPrefix}
      titleOf={({ filename }) => filename}
      empty="None yet."
    />,
  );
}

test("only jobs of the asked kind are listed", async () => {
  serve([buildJob({ kind: "export_nq" })]);
  renderList("import");
  expect(await screen.findByText("None yet.")).toBeVisible();
});

test("a running job shows how far it is and can be stopped", async () => {
  const running = buildJob({
    state: "running",
    done: 2,
    total: 8,
    message: "",
    started_at: null,
    finished_at: null,
  });
  const requests = serve([running], {
    [`POST jobs/${running.id}/cancel/`]: { json: { ...running, cancel_requested: true } },
  });
  renderList("import");
  expect(await screen.findByText("2 of 8 examples")).toBeVisible();
  expect(screen.getByRole("progressbar", { name: "Progress" })).toHaveAttribute(
    "aria-valuenow",
    "25",
  );
  await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
  expect(requests.filter(({ method }) => method === "POST").map(({ path }) => path)).toEqual([
    `jobs/${running.id}/cancel/`,
  ]);
});

test("a job that is being stopped says so", async () => {
  serve([buildJob({ state: "running", cancel_requested: true, finished_at: null })]);
  renderList("import");
  expect(await screen.findByText("Stopping")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Cancel" })).toBeNull();
});

test("a failed job lists each problem with line, field and what to do", async () => {
  const failed = buildJob({ state: "failed", message: "Nothing was imported.", problem_count: 1 });
  serve([failed], {
    [`GET jobs/${failed.id}/problems/`]: {
      json: page([
        { file: "dev.jsonl", line: 3, field: "document_html", problem: "Missing.", fix: "Add it." },
      ]),
    },
  });
  renderList("import");
  expect(await screen.findByText("Nothing was imported.")).toBeVisible();
  const cells = await screen.findAllByRole("cell", { hidden: true });
  expect(cells.map(({ textContent }) => textContent)).toEqual([
    "3",
    "document_html",
    "Missing.",
    "Add it.",
  ]);
});

test("a finished export can be downloaded", async () => {
  serve([buildJob({ kind: "export_nq", result_url: "/api/v1/jobs/x/result/" })]);
  renderList("export");
  expect(await screen.findByRole("link", { name: "Download" })).toHaveAttribute(
    "href",
    "/api/v1/jobs/x/result/",
  );
});
