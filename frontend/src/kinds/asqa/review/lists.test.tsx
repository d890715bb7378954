import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";

import {
  buildProject,
  buildOwnProgress,
  buildProjectProgress,
  buildReviewedAnnotation,
} from "@/test/builders";
import { renderApp } from "@/test/render";
import { fakeServer, page } from "@/test/server";

import ConcernsPage, { describeConcerns } from "./ConcernsPage";
import ConfirmationsPage from "./ConfirmationsPage";

const FIGURES = {
  concerns: 3,
  confirmations: 1,
  examples_with_concern: 2,
  words_mean: 60,
  coverage_mean: 0.8,
};
const PROGRESS = {
  own: buildOwnProgress(),
  project: buildProjectProgress({ examples: 1200, long_form: FIGURES }),
};
const COMMON = {
  "GET projects/demo/": { json: buildProject({ kind: "asqa" }) },
  "GET projects/demo/progress/": { json: PROGRESS },
  "GET projects/demo/annotators/": { json: page([]) },
  "GET projects/demo/queue/": {
    json: { order: "imported", found_splits: [{ name: "dev", examples: 3 }] },
  },
};

test("a concern leads to its sheet and says what is wrong", async () => {
  const row = buildReviewedAnnotation({ concern: "Both are one.", long_form_answer: "" });
  fakeServer({ ...COMMON, "GET projects/demo/concerns/": { json: page([row]) } });
  renderApp(<ConcernsPage />, {
    path: "/projects/:slug/concerns",
    at: "/projects/demo/concerns",
  });
  expect(await screen.findByText("Both are one.")).toBeVisible();
  expect(screen.getByRole("link", { name: row.question })).toHaveAttribute(
    "href",
    "/projects/demo/examples/7?annotation=31",
  );
  expect(await screen.findByText(/2 of 1,200 examples have one/)).toBeVisible();
});

test("the share of examples is in words, with the paper's beside it", () => {
  const one = { ...FIGURES, examples_with_concern: 1 };
  expect(describeConcerns(buildProjectProgress({ examples: 9, long_form: one }))).toBe(
    "1 of 9 examples has one (in ASQA: 474 of 6,790).",
  );
  expect(describeConcerns(buildProjectProgress())).toBe("");
});

test("a confirmation shows what is missing and the answer, and the list can be narrowed", async () => {
  const row = buildReviewedAnnotation({
    missing: [
      { disambiguation: 1, question: "Who kept the toll?", short_answers: ["Ann", "A. Lee"] },
    ],
  });
  const requests = fakeServer({
    ...COMMON,
    "GET projects/demo/confirmations/": { json: page([row]) },
  });
  renderApp(<ConfirmationsPage />, {
    path: "/projects/:slug/confirmations",
    at: "/projects/demo/confirmations",
  });
  expect(await screen.findByText("“Ann” or “A. Lee”")).toBeVisible();
  expect(screen.getByText("Who kept the toll?")).toBeVisible();
  expect(screen.getByText(row.long_form_answer)).toBeVisible();

  await userEvent.click(screen.getByRole("combobox", { name: "Order" }));
  await userEvent.click(screen.getByRole("option", { name: "In import order" }));
  await waitFor(() => {
    const asked = requests.filter(({ path }) => path === "projects/demo/confirmations/");
    expect(asked.at(-1)?.query.ordering).toBe("position");
  });
});
