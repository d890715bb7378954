import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";

import { queryKeys } from "@/api/queryKeys";
import type { Job } from "@/api/types";
import { buildJob } from "@/test/builders";
import { renderApp, testQueryClient } from "@/test/render";
import { type RecordedRequest, fakeServer, jobList, page } from "@/test/server";

import { JobList } from "./JobList";
import { describeExtent } from "./JobProblems";

function serve(jobs: Job[], answers: Parameters<typeof fakeServer>[0] = {}): RecordedRequest[] {
  return fakeServer({ "GET projects/demo/jobs/": jobList(jobs), ...answers });
}

function renderList(
  kind: "import" | "export",
  options: Parameters<typeof renderApp>[1] = {},
): void {
  renderApp(
    <JobList
      slug="demo"
      kinds={[kind]}
      titleOf={({ filename }) => filename}
      empty="No imports yet."
    />,
    options,
  );
}

test("only jobs of the asked kind are listed", async () => {
  serve([buildJob({ kind: "export_nq" })]);
  renderList("import");
  expect(await screen.findByText("No imports yet.")).toBeVisible();
});

test("jobs of the asked kind are listed behind any number of others, page by page", async () => {
  const others = Array.from({ length: 60 }, (_, number) =>
    buildJob({ id: `other-${number}`, kind: "order_examples" }),
  );
  const exports = Array.from({ length: 30 }, (_, number) =>
    buildJob({ id: `export-${number}`, kind: "export_nq", filename: `export ${number}` }),
  );
  serve([...others, ...exports]);
  renderList("export");
  expect(await screen.findByRole("article", { name: "export 0" })).toBeVisible();
  expect(screen.queryByRole("article", { name: "export 29" })).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "2" }));
  expect(await screen.findByRole("article", { name: "export 29" })).toBeVisible();
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
  await waitFor(() => {
    expect(requests.filter(({ method }) => method === "POST").map(({ path }) => path)).toEqual([
      `jobs/${running.id}/cancel/`,
    ]);
  });
  // The button leaves.
  expect(screen.getByRole("article", { name: running.filename })).toHaveFocus();
});

test("a job that is being stopped says so", async () => {
  serve([buildJob({ state: "running", cancel_requested: true, finished_at: null })]);
  renderList("import");
  expect(await screen.findByText("Stopping")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Cancel" })).toBeNull();
});

test("a failed job lists each problem on demand, with line, field and what to do", async () => {
  const failed = buildJob({ state: "failed", message: "Nothing was imported.", problem_count: 1 });
  const requests = serve([failed], {
    [`GET jobs/${failed.id}/problems/`]: {
      json: page([
        { file: "dev.jsonl", line: 3, field: "document_html", problem: "Missing.", fix: "Add it." },
      ]),
    },
  });
  renderList("import");
  expect(await screen.findByText("Nothing was imported.")).toBeVisible();
  expect(requests.some(({ path }) => path.endsWith("problems/"))).toBe(false);
  await userEvent.click(screen.getByRole("button", { name: "Show 1 problem" }));
  expect(screen.getByRole("button", { name: "Hide 1 problem" })).toBeVisible();
  const cells = await screen.findAllByRole("cell", { hidden: true });
  expect(cells.map(({ textContent }) => textContent)).toEqual([
    "3",
    "document_html",
    "Missing.",
    "Add it.",
  ]);
  expect(screen.getByRole("link", { name: "Download as a table", hidden: true })).toHaveAttribute(
    "href",
    `/api/v1/jobs/${failed.id}/problems.csv`,
  );
});

test("a job that ended before it was seen at work refreshes the project's other pages", async () => {
  serve([]);
  const queryClient = testQueryClient();
  const board = queryKeys.leaderboard("demo", {});
  queryClient.setQueryData(board, "without it");
  renderList("import", { queryClient });
  expect(await screen.findByText("No imports yet.")).toBeVisible();
  expect(queryClient.getQueryState(board)?.isInvalidated).toBe(false);
  serve([buildJob({ kind: "import_nq", filename: "quick.jsonl" })]);
  await queryClient.invalidateQueries({ queryKey: queryKeys.jobs("demo") });
  expect(await screen.findByText("quick.jsonl")).toBeVisible();
  expect(queryClient.getQueryState(board)?.isInvalidated).toBe(true);
});

test("how many problems are neither shown nor listed is never hidden", () => {
  expect([
    describeExtent(3, 3, 3),
    describeExtent(100, 312, 312),
    describeExtent(100, 10_000, 1_000_000),
  ]).toEqual([
    "",
    "The first 100 of 312 are shown. The table has all.",
    "The first 100 are shown. The table has 10,000; 990,000 more were found and are not listed.",
  ]);
});

test("a finished export says until when its file is kept, and that it is gone afterwards", async () => {
  const kept = { result_url: "/api/v1/jobs/x/result/", result_expires_at: "2026-12-20T09:00:00Z" };
  serve([
    buildJob({ id: "1", kind: "export_nq", ...kept }),
    buildJob({ id: "2", kind: "export_nq" }),
  ]);
  renderList("export");
  expect(await screen.findByText(/kept until 20 Dec 2026/)).toBeVisible();
  expect(screen.getByText(/the file is no longer kept/)).toBeVisible();
});

test("a finished export can be downloaded", async () => {
  serve([buildJob({ kind: "export_nq", result_url: "/api/v1/jobs/x/result/" })]);
  renderList("export");
  expect(await screen.findByRole("link", { name: "Download" })).toHaveAttribute(
    "href",
    "/api/v1/jobs/x/result/",
  );
});
