import { screen } from "@testing-library/react";
import { Route, Routes } from "react-router";
import { expect, test } from "vitest";

import { buildJob, buildProject } from "@/test/builders";
import { renderApp } from "@/test/render";
import { fakeServer, page as listOf } from "@/test/server";

import StatisticsPage from "./StatisticsPage";
import { buildStatistics } from "./testing";

test("a report that was finished between two requests is shown all the same", async () => {
  const ended = buildJob({
    kind: "compute_statistics",
    state: "succeeded",
    finished_at: "2026-11-20T10:00:00Z",
  });
  let statistics = buildStatistics({ report: null, results: [], job: ended.id });
  const requests = fakeServer({
    "GET projects/demo/": { json: buildProject() },
    "GET projects/demo/jobs/": { json: listOf([ended]) },
    "GET projects/demo/statistics/": () => {
      const json = statistics;
      statistics = buildStatistics();
      return { json };
    },
  });
  renderApp(
    <Routes>
      <Route path="/projects/:slug/statistics/:page" element={<StatisticsPage />} />
    </Routes>,
    { path: "*", at: "/projects/demo/statistics/schedule" },
  );
  expect(await screen.findByText(/from 100 annotations of 40 examples/)).toBeVisible();
  expect(requests.filter(({ path }) => path === "projects/demo/statistics/")).toHaveLength(2);
});
