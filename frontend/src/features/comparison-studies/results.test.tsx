import { useQuery } from "@tanstack/react-query";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";

import { type Results, resultsQuery } from "@/api/comparisons";
import { QueryView } from "@/components/QueryView";
import { buildJob } from "@/test/builders";
import { renderApp } from "@/test/render";
import { fakeServer } from "@/test/server";

import { describeNews, StudyResults } from "./StudyResults";
import { buildResults } from "./testing";

const ADDRESS = "comparison-studies/3/results/";
const KIND = "compute_comparison_results";
const RUNNING = buildJob({ kind: KIND, state: "running", done: 4, total: 8, message: "Computing" });

const NOTHING = buildResults({ comparisons: 0, computed: null, is_current: false });

function Opened() {
  return (
    <QueryView query={useQuery(resultsQuery(3))}>
      {(results) => <StudyResults study={{ id: 3 }} results={results} />}
    </QueryView>
  );
}

/** The server answers the n-th reading with the n-th of `read`, and later ones with the last. */
function serve(read: readonly Results[]) {
  const left = [...read];
  return fakeServer({
    [`GET ${ADDRESS}`]: () => ({ json: left.length > 1 ? left.shift() : left[0] }),
    [`POST ${ADDRESS}`]: { status: 202, json: { job: RUNNING.id } },
  });
}

test("whoever opens a study first starts the computing, and its end brings the figures", async () => {
  const running = { ...NOTHING, job: RUNNING };
  const requests = serve([NOTHING, running, buildResults()]);
  renderApp(<Opened />);
  expect(await screen.findByText("Computing · step 4 of 8")).toBeVisible();
  expect(await screen.findByRole("table", { name: "Results" }, { timeout: 5000 })).toBeVisible();
  expect(screen.queryByText("Computing · step 4 of 8")).toBeNull();
  expect(requests.filter(({ method }) => method === "POST")).toHaveLength(1);
});

const DONE = buildJob({ kind: KIND, state: "succeeded" });
const OLD = buildResults({ comparisons_now: 138, is_current: false, job: DONE });

test("kept figures stay on screen while whoever opens them starts newer ones", async () => {
  const requests = serve([OLD, { ...OLD, job: RUNNING }]);
  renderApp(<Opened />);
  expect(await screen.findByText(/from 135 comparisons · 3 new comparisons since/)).toBeVisible();
  expect(await screen.findByRole("progressbar", { name: "Progress" })).toBeVisible();
  expect(screen.getByRole("table", { name: "Results" })).toBeVisible();
  expect(screen.getByRole("button", { name: "Compute now" })).toBeDisabled();
  expect(requests.filter(({ method }) => method === "POST")).toHaveLength(1);
});

test("what comes in while the page is open is computed when a lead asks", async () => {
  const requests = serve([OLD, { ...OLD, job: RUNNING }, OLD]);
  renderApp(<Opened />);
  const button = await screen.findByRole("button", { name: "Compute now" });
  await waitFor(() => {
    expect(button).toBeDisabled();
  });
  await waitFor(
    () => {
      expect(button).toBeEnabled();
    },
    { timeout: 5000 },
  );
  expect(requests.filter(({ method }) => method === "POST")).toHaveLength(1);
  await userEvent.click(button);
  await waitFor(() => {
    expect(requests.filter(({ method }) => method === "POST")).toHaveLength(2);
  });
});

test("before the first comparison nothing is started", async () => {
  const requests = serve([{ ...NOTHING, comparisons_now: 0 }]);
  renderApp(<Opened />);
  expect(await screen.findByText("No results yet")).toBeVisible();
  expect(requests.filter(({ method }) => method === "POST")).toHaveLength(0);
});

test("a job that failed is not started again by itself", async () => {
  const job = buildJob({ kind: KIND, state: "failed", message: "The server's log has it." });
  const requests = serve([{ ...NOTHING, job }]);
  renderApp(<Opened />);
  expect(await screen.findByRole("alert")).toHaveTextContent("The server's log has it.");
  expect(screen.getByRole("button", { name: "Compute the results" })).toBeEnabled();
  expect(requests.filter(({ method }) => method === "POST")).toHaveLength(0);
});

test("figures of older code say so", () => {
  const same = { comparisons: 2, comparisons_now: 2 };
  expect(describeNews({ ...same, is_current: true })).toBe("no new comparisons since");
  expect(describeNews({ ...same, is_current: false })).toBe("by an earlier version of Plumbline");
  expect(describeNews({ ...same, comparisons_now: 3, is_current: false })).toBe(
    "1 new comparison since",
  );
});

test("without a pair that all have compared, the page gives the server's reason once", async () => {
  const reason = "No pair has all 3 comparisons yet.";
  const none = { pairs: 0, agreement: null, kappa: null, reason };
  const agreement = ["ambiguity", "captured"].map((respect) => ({ respect, ...none }));
  serve([buildResults({ agreement: agreement as Results["agreement"] })]);
  renderApp(<Opened />);
  expect(await screen.findByText(reason)).toBeVisible();
  expect(screen.queryByText(/No two comparers/)).toBeNull();
});
