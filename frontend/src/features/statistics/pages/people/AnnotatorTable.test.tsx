import { screen } from "@testing-library/react";
import { expect, test } from "vitest";

import { buildProject } from "@/test/builders";
import { renderApp } from "@/test/render";
import { fakeServer, page } from "@/test/server";

import { ReportContext } from "../../parts/ReportContext";
import { AnnotatorTable } from "./AnnotatorTable";

function annotator(id: number, mean: number) {
  return {
    id,
    username: `a${id}`,
    display_name: "",
    name: `Annotator ${id}`,
    pseudonym: null,
    submitted: 1,
    open: 0,
    seconds_median: null,
    null_share: null,
    bad_share: null,
    last_at: null,
    gold: null,
    as_of: "2026-11-20T09:00:00Z",
    long_form: { words_mean: mean, coverage_mean: 1, concerns: 1, confirmations: 0 },
  };
}

test("an answer of one word is said in the singular", async () => {
  fakeServer({
    "GET projects/demo/": { json: buildProject({ kind: "asqa" }) },
    "GET projects/demo/annotators/": { json: page([annotator(1, 1), annotator(2, 64.8)]) },
  });
  renderApp(
    <ReportContext value={{ slug: "demo", page: "people", hiddenSplit: "without" }}>
      <AnnotatorTable section={null} />
    </ReportContext>,
    { path: "/projects/:slug/statistics/people", at: "/projects/demo/statistics/people" },
  );
  expect(await screen.findByText("1 word")).toBeVisible();
  expect(screen.getByText("64.8 words")).toBeVisible();
});
