import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";

import type { Assignment } from "@/api/types";
import { renderApp } from "@/test/render";
import { fakeServer } from "@/test/server";

import AnnotatePage from "./AnnotatePage";

const PROGRESS = {
  own: { submitted: 3, submitted_today: 2, open: 1, parked: 0, seconds_median: null },
  project: null,
};
const ANNOTATION = { id: 1, is_late: false };

function assignment(id: number, text: string, changes: Partial<Assignment> = {}): Assignment {
  return {
    id,
    project: "demo",
    state: "open",
    version: 0,
    lease_expires_at: null,
    note: "",
    created_at: "2026-01-01T00:00:00Z",
    question: { id, text },
    page: null,
    draft: null,
    ...changes,
  };
}

/** A server whose `next` gives these assignments, one after each submission. */
function serverWith(...queue: Assignment[]) {
  let submitted = 0;
  let version = 0;
  const next = () => {
    const given = queue[submitted];
    return given ? { json: given } : { status: 204 };
  };
  return fakeServer({
    "GET projects/demo/": { json: { slug: "demo", title: "Demo" } },
    "GET projects/demo/progress/": { json: PROGRESS },
    "POST projects/demo/assignments/next/": next,
    "PUT assignments/1/draft/": () => ({
      json: assignment(1, "who built it", { version: ++version }),
    }),
    "POST assignments/1/submit/": () => {
      submitted += 1;
      return { status: 201, json: ANNOTATION };
    },
    "POST assignments/1/skip/": () => {
      submitted += 1;
      return { json: assignment(1, "who built it", { state: "skipped" }) };
    },
  });
}

function renderPage() {
  renderApp(<AnnotatePage />, { path: "/projects/:slug/annotate", at: "/projects/demo/annotate" });
  return userEvent.setup();
}

beforeEach(() => {
  localStorage.clear();
});

test("the question stands alone, and only its judgment can be given", async () => {
  serverWith(assignment(1, "who built it"));
  renderPage();
  expect(await screen.findByRole("heading", { name: "who built it" })).toBeVisible();
  const stages = within(screen.getByRole("navigation", { name: "Stages" }));
  expect(stages.getAllByRole("button").map((button) => button.hasAttribute("disabled"))).toEqual([
    false,
    true,
    true,
    true,
  ]);
  expect(screen.queryByTitle(/^Page/)).toBeNull();
  expect(await screen.findByText("2 done today")).toBeVisible();
});

test("a bad question is submitted by keyboard alone, and the next one follows", async () => {
  const requests = serverWith(assignment(1, "who built it"), assignment(2, "when was it built"));
  const user = renderPage();
  await screen.findByRole("heading", { name: "who built it" });
  await user.keyboard("b");
  expect(screen.getByText("Bad question")).toBeVisible();
  await user.keyboard("{Enter}");
  expect(await screen.findByRole("heading", { name: "when was it built" })).toBeVisible();
  expect(screen.getByText("3 done today")).toBeVisible();

  const submit = requests.find(({ path }) => path.endsWith("submit/"));
  expect(submit?.body).toMatchObject({
    question_quality: "bad",
    long_answer: null,
    short_answers: [],
    yes_no_answer: "NONE",
    version: 1,
  });
  expect(submit?.headers["idempotency-key"]).toMatch(/^[0-9a-f-]{32,36}$/);
  expect(localStorage).toHaveLength(0);
});

test("the next question is reserved when the review is reached", async () => {
  const requests = serverWith(assignment(1, "who built it"));
  const user = renderPage();
  await screen.findByRole("heading", { name: "who built it" });
  await user.keyboard("b");
  await waitFor(() => {
    const bodies = requests.filter(({ path }) => path.endsWith("next/")).map(({ body }) => body);
    expect(bodies).toEqual([{ ahead: false }, { ahead: true }]);
  });
});

test("a good judgment is saved at once, since the page comes only then", async () => {
  const requests = serverWith(assignment(1, "who built it"));
  const user = renderPage();
  await user.click(await screen.findByRole("button", { name: /^Good/ }));
  await waitFor(() => {
    const drafts = requests.filter(({ method }) => method === "PUT").map(({ body }) => body);
    expect(drafts).toMatchObject([
      { question_quality: "good", stage: "long_answer", long_answer_decided: false, version: 0 },
    ]);
  });
  await user.keyboard("{Control>}z{/Control}");
  expect(screen.getByRole("heading", { name: "who built it" })).toBeVisible();
});

test("a draft is taken up at its stage", async () => {
  const draft = {
    question_quality: "bad" as const,
    long_answer: null,
    long_answer_decided: false,
    short_answers: [],
    short_answer_decided: false,
    yes_no_answer: "NONE" as const,
    stage: "review" as const,
    active_seconds: { question: 4, long_answer: 0, short_answer: 0 },
    saved_at: "2026-01-01T00:00:00Z",
  };
  serverWith(assignment(1, "who built it", { draft, version: 3 }));
  renderPage();
  expect(await screen.findByRole("region", { name: "Review" })).toBeVisible();
  expect(screen.getByText("Bad question")).toBeVisible();
});

test("skipping needs a reason and goes on", async () => {
  const requests = serverWith(assignment(1, "who built it"), assignment(2, "when was it built"));
  const user = renderPage();
  await user.click(await screen.findByRole("button", { name: "More" }));
  await user.click(await screen.findByRole("menuitem", { name: "Skip…" }));
  const dialog = within(await screen.findByRole("dialog"));
  expect(dialog.getByRole("button", { name: "Skip" })).toBeDisabled();
  await user.type(dialog.getByRole("textbox"), "I know the author");
  await user.click(dialog.getByRole("button", { name: "Skip" }));
  expect(await screen.findByRole("heading", { name: "when was it built" })).toBeVisible();
  expect(requests.find(({ path }) => path.endsWith("skip/"))?.body).toEqual({
    note: "I know the author",
  });
});

test("keys typed into a field are no commands", async () => {
  serverWith(assignment(1, "who built it"));
  const user = renderPage();
  await user.click(await screen.findByRole("button", { name: "More" }));
  await user.click(await screen.findByRole("menuitem", { name: "Park…" }));
  await user.type(within(await screen.findByRole("dialog")).getByRole("textbox"), "bgk");
  expect(screen.getByRole("region", { name: "Stage 1: the question" })).toBeInTheDocument();
});

test("when nothing is left the page says what to do", async () => {
  serverWith();
  renderPage();
  expect(
    await screen.findByRole("heading", { name: "Nothing left for you right now" }),
  ).toBeVisible();
  expect(screen.getByRole("link", { name: "To the project" })).toHaveAttribute(
    "href",
    "/projects/demo",
  );
});

test("somebody who is no annotator is told so", async () => {
  fakeServer({
    "POST projects/demo/assignments/next/": {
      status: 403,
      json: { code: "not_an_annotator", detail: "Only annotators get questions.", fields: {} },
    },
  });
  renderPage();
  expect(await screen.findByText("Only annotators get questions.")).toBeVisible();
});
