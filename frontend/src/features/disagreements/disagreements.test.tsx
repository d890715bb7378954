import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";

import { buildProject } from "@/test/builders";
import { renderApp } from "@/test/render";
import { fakeServer, page, type RecordedRequest } from "@/test/server";

import DisagreementPage from "./DisagreementPage";
import DisagreementsPage from "./DisagreementsPage";

const ANSWER = "GET projects/demo/disagreements/7/";
const at = { path: "/projects/:slug/disagreements/:id", at: "/projects/demo/disagreements/7" };

function annotation(id: number, annotator: string, text: string) {
  return {
    kind: "asqa",
    id,
    annotator,
    page_title: "",
    long_form_answer: text,
    concern: "",
    word_count: 2,
    knowledge: [],
  };
}

const UNDECIDED = {
  id: 7,
  question: "who won the cup",
  page_title: "",
  split: "dev",
  agreement: 0.25,
  groups: [
    { annotations: [annotation(1, "ada", "Red did."), annotation(2, "ben", "Red did.")] },
    { annotations: [annotation(3, "cora", "Blue did.")] },
  ],
  decision: null,
  newest: null,
  next: 8,
  undecided: 2,
  computed_at: "2026-11-20T09:00:00Z",
  page: null,
};
const DECIDED = {
  ...UNDECIDED,
  undecided: 1,
  newest: 31,
  decision: {
    id: 31,
    reason: "",
    decided_at: "2026-11-20T10:00:00Z",
    decided_by: "lena",
    picked: annotation(3, "cora", "Blue did."),
    written: null,
  },
};

function bodies(requests: readonly RecordedRequest[], step: string): unknown[] {
  return requests.filter(({ path }) => path.endsWith(`/${step}/`)).map(({ body }) => body);
}

function serve(answers: Record<string, unknown>) {
  return fakeServer({
    "GET projects/demo/": { json: buildProject({ kind: "asqa" }) },
    [ANSWER]: { json: UNDECIDED },
    ...Object.fromEntries(Object.entries(answers).map(([name, json]) => [name, { json }])),
  });
}

test("a lead picks an answer by its number and takes the decision back", async () => {
  const requests = serve({
    "POST projects/demo/disagreements/7/pick/": DECIDED,
    "POST projects/demo/disagreements/7/withdraw/": { ...UNDECIDED, newest: 32 },
  });
  renderApp(<DisagreementPage />, at);
  const blue = await screen.findByRole("button", { name: /Blue did/ });
  expect(screen.getByRole("button", { name: "Decide" })).toBeDisabled();
  await userEvent.keyboard("2");
  expect(blue).toHaveAttribute("aria-pressed", "true");
  await userEvent.keyboard("{Enter}");
  expect(await screen.findByText(/Decided by lena/)).toBeVisible();
  expect(within(blue).getByText("Decided")).toBeVisible();
  expect(bodies(requests, "pick")).toEqual([{ annotation: 3, reason: "", supersedes: null }]);
  await userEvent.keyboard("{Enter}u");
  expect(await screen.findByText(/2 examples to decide on/)).toBeVisible();
  expect(screen.queryByText(/Decided by/)).toBeNull();
  expect(bodies(requests, "withdraw")).toEqual([{ supersedes: 31 }]);
});

test("names come when one asks for them, and a reason goes along", async () => {
  const requests = serve({ "POST projects/demo/disagreements/7/pick/": DECIDED });
  renderApp(<DisagreementPage />, at);
  await screen.findByRole("button", { name: /Red did/ });
  expect(screen.queryByText("ada, ben")).toBeNull();
  await userEvent.keyboard("h1r");
  expect(screen.getByText("ada, ben")).toBeVisible();
  expect(screen.getByRole("textbox", { name: "Reason" })).toHaveFocus();
  await userEvent.keyboard("He won in 1902.{Escape}{Enter}");
  expect(await screen.findByText(/Decided by lena/)).toBeVisible();
  expect(bodies(requests, "pick")).toEqual([
    { annotation: 1, reason: "He won in 1902.", supersedes: null },
  ]);
});

test("the list begins with the first, and tells who decided what", async () => {
  const row = { id: 7, question: "who won", page_title: "", split: "", agreement: 0.25 };
  fakeServer({
    "GET projects/demo/": { json: buildProject() },
    "GET projects/demo/disagreements/": { json: page([{ ...row, decision: null }]) },
  });
  renderApp(<DisagreementsPage />, {
    path: "/projects/:slug/disagreements",
    at: "/projects/demo/disagreements",
  });
  expect(await screen.findByRole("link", { name: "who won" })).toBeVisible();
  expect(screen.getByText("25%")).toBeVisible();
  expect(screen.getByRole("link", { name: "Decide on the first" })).toBeVisible();
});
