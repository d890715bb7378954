import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { beforeEach, expect, test, vi } from "vitest";

import { documentOf } from "@/anchoring/testing";
import { AnnotatePage } from "@/annotating/AnnotatePage";
import { assignmentTarget } from "@/annotating/assignmentTarget";
import { RecentSubmissions } from "@/annotating/recentSubmissions";
import type { AnnotationScreenProps, FetchAhead } from "@/annotating/screen";
import { TOO_SOON } from "@/annotating/useFirstLook";
import type { Assignment } from "@/api/types";
import { MeContext } from "@/api/useMe";
import { buildMe, buildOpenAssignment } from "@/test/builders";
import { NO_LIMIT } from "@/test/noLimit";
import { renderApp } from "@/test/render";
import { fakeServer } from "@/test/server";

import { NATURAL_QUESTIONS } from "../kind";
import type { NaturalQuestionsAssignment } from "../types";
import { AnnotationScreen } from "./AnnotationScreen";

const fetchAhead: FetchAhead = (assignment, queryClient) => {
  NATURAL_QUESTIONS.fetchAhead(assignment, queryClient);
};

const PROGRESS = {
  own: { submitted: 3, submitted_today: 2, open: 1, parked: 0, seconds_median: null },
  project: null,
};
const nothing = () => undefined;
/** The longest time that a timer can wait. */
const NEVER = 2 ** 31 - 1;
const ANNOTATION = { id: 1, is_late: false };
/** A project whose annotators see their answers once more. */
const REVIEWED = { slug: "demo", title: "Demo", reviews_answers: true };

function Screen({ assignment, ...props }: AnnotationScreenProps) {
  if (assignment.kind !== "nq") throw new Error("Not of this kind.");
  return <AnnotationScreen assignment={assignment} {...props} />;
}

function assignment(
  id: number,
  text: string,
  changes: Partial<NaturalQuestionsAssignment> = {},
): Assignment {
  return buildOpenAssignment({ id, question: { id, text }, ...changes });
}

/** A server whose `next` gives these assignments, one after each submission. */
function serverWith(...queue: Assignment[]) {
  return serverOf({ slug: "demo", title: "Demo" }, ...queue);
}

/** The same for a project with such settings. */
function serverOf(project: object, ...queue: Assignment[]) {
  let submitted = 0;
  let version = 0;
  const next = () => {
    const given = queue[submitted];
    return given ? { json: given } : { status: 204 };
  };
  return fakeServer({
    "GET projects/demo/": { json: project },
    "GET projects/demo/progress/": { json: PROGRESS },
    "POST projects/demo/assignments/next/": next,
    "PUT assignments/1/draft/": () => ({
      json: assignment(1, "who built it", { version: ++version }),
    }),
    "POST assignments/1/submit/": () => {
      submitted += 1;
      return { status: 201, json: ANNOTATION };
    },
    "POST annotations/1/undo/": { json: { annotation: ANNOTATION, assignment: queue[0] } },
    "POST assignments/1/skip/": () => {
      submitted += 1;
      return { json: assignment(1, "who built it", { state: "skipped" }) };
    },
  });
}

function renderPage(options: { firstLook?: number } = {}) {
  renderApp(<AnnotatePage screen={Screen} fetchAhead={fetchAhead} />, {
    ...options,
    path: "/projects/:slug/annotate",
    at: "/projects/demo/annotate",
  });
  return userEvent.setup();
}

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
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
  ]);
  expect(screen.queryByTitle(/^Page/)).toBeNull();
  expect(await screen.findByText("2 done today")).toBeVisible();
});

test("a bad question is submitted by one key, and the next one follows", async () => {
  const requests = serverWith(assignment(1, "who built it"), assignment(2, "when was it built"));
  const user = renderPage();
  await screen.findByRole("heading", { name: "who built it" });
  await user.keyboard("b");
  expect(await screen.findByRole("heading", { name: "when was it built" })).toBeVisible();
  expect(screen.getByText("3 done today")).toBeVisible();

  const submit = requests.find(({ path }) => path.endsWith("submit/"));
  expect(submit?.body).toMatchObject({
    question_quality: "bad",
    long_answer: null,
    short_answers: [],
    yes_no_answer: "NONE",
    version: 0,
  });
  // No draft was saved before: the answer was kept here until it had arrived.
  expect(requests.filter(({ method }) => method === "PUT")).toEqual([]);
  expect(submit?.headers["idempotency-key"]).toMatch(/^[0-9a-f-]{32,36}$/);
  const kept = Object.keys(localStorage).filter((key) => /:(draft|submit):/.test(key));
  expect(kept).toEqual([]);
  // Nobody asks over and over for what the server refuses to tell.
  const asked = requests.filter(({ path }) => path.endsWith("guidelines/changes/"));
  expect(asked.length).toBeLessThan(4);
});

test("a key that is still held judges no further question", async () => {
  const requests = serverWith(assignment(1, "who built it"), assignment(2, "when was it built"));
  const user = renderPage();
  await screen.findByRole("heading", { name: "who built it" });
  await user.keyboard("b");
  expect(await screen.findByRole("heading", { name: "when was it built" })).toBeVisible();
  fireEvent.keyDown(document.body, { key: "b", repeat: true });
  expect(screen.getByRole("heading", { name: "when was it built" })).toBeVisible();
  expect(requests.filter(({ path }) => path.endsWith("submit/"))).toHaveLength(1);
});

test.each(["key", "button"])("a %s decides nothing before the question was seen", async (way) => {
  const requests = serverWith(assignment(1, "who built it"));
  const user = renderPage({ firstLook: NEVER });
  await screen.findByRole("heading", { name: "who built it" });
  if (way === "key") await user.keyboard("b");
  else await user.dblClick(screen.getByRole("button", { name: /^Bad/ }));
  expect(screen.getAllByText(TOO_SOON)).toHaveLength(2);
  const bad = screen.getByRole("button", { name: /^Bad/ });
  expect(bad).toHaveAttribute("aria-pressed", "false");
  expect(requests.filter(({ method }) => method === "PUT")).toEqual([]);
  expect(requests.filter(({ path }) => path.endsWith("submit/"))).toEqual([]);
});

test("the next question comes with the answer to the submission", async () => {
  const next = assignment(2, "when was it built");
  const requests = fakeServer({
    "GET projects/demo/": { json: { slug: "demo", title: "Demo" } },
    "GET projects/demo/progress/": { json: PROGRESS },
    "POST projects/demo/assignments/next/": { json: assignment(1, "who built it") },
    "PUT assignments/1/draft/": { json: assignment(1, "who built it", { version: 1 }) },
    "POST assignments/1/submit/": { status: 201, json: { ...ANNOTATION, next } },
  });
  const user = renderPage();
  await screen.findByRole("heading", { name: "who built it" });
  await user.keyboard("b");
  expect(await screen.findByRole("heading", { name: "when was it built" })).toBeVisible();
  const submit = requests.findIndex(({ path }) => path.endsWith("submit/"));
  expect(requests[submit]?.query).toEqual({ next: "1" });
  expect(requests.slice(submit + 1).map(({ path }) => path)).toEqual([]);
});

test("a draft whose answer got lost is no second version when the answer is submitted", async () => {
  let isSubmitted = false;
  let saved: object | null = null;
  const current = () =>
    assignment(1, "who built it", saved ? { draft: saved as never, version: 1 } : {});
  const requests = fakeServer({
    "GET projects/demo/": { json: REVIEWED },
    "GET projects/demo/progress/": { json: PROGRESS },
    "POST projects/demo/assignments/next/": () => ({
      json: isSubmitted ? assignment(2, "when was it built") : assignment(1, "who built it"),
    }),
    "GET assignments/1/": () => ({ json: current() }),
    "PUT assignments/1/draft/": () => {
      saved ??= requests.at(-1)?.body as object;
      return { status: 503 };
    },
    "POST assignments/1/submit/": () => {
      const sent = requests.at(-1)?.body as { version: number } | undefined;
      isSubmitted = sent?.version === 1;
      if (isSubmitted) return { status: 201, json: ANNOTATION };
      const stale = { code: "stale_draft", detail: "Stale.", fields: {}, assignment: current() };
      return { status: 409, json: stale };
    },
  });
  const user = renderPage();
  await screen.findByRole("heading", { name: "who built it" });
  await user.keyboard("b");
  await screen.findByText("Offline – kept in this browser");
  await user.keyboard("{Enter}");
  expect(await screen.findByText("3 done today")).toBeVisible();
  expect(screen.queryByRole("dialog")).toBeNull();
  const keys = requests.map(({ headers }) => headers["idempotency-key"]).filter(Boolean);
  expect([keys.length, new Set(keys).size]).toEqual([2, 1]);
});

test("the next question is reserved when the review is reached", async () => {
  const requests = serverOf(REVIEWED, assignment(1, "who built it"));
  const user = renderPage();
  await screen.findByRole("heading", { name: "who built it" });
  await user.keyboard("b");
  await waitFor(() => {
    const bodies = requests.filter(({ path }) => path.endsWith("next/")).map(({ body }) => body);
    expect(bodies).toEqual([{ ahead: false }, { ahead: true }]);
  });
});

test("a lost connection shows the question that was reserved, and sends the answer later", async () => {
  let isLost = true;
  const requests = fakeServer({
    "GET projects/demo/": { json: REVIEWED },
    "GET projects/demo/progress/": { json: PROGRESS },
    "POST projects/demo/assignments/next/": ({ body }) => {
      const { ahead } = body as { ahead: boolean };
      const isFirst = isLost && !ahead;
      return { json: isFirst ? assignment(1, "who built it") : assignment(2, "when was it built") };
    },
    "PUT assignments/1/draft/": { json: assignment(1, "who built it", { version: 1 }) },
    "PUT assignments/2/draft/": { json: assignment(2, "when was it built", { version: 1 }) },
    "POST assignments/1/submit/": () =>
      isLost ? { status: 503 } : { status: 201, json: ANNOTATION },
  });
  const asked = () => requests.filter(({ path }) => path.endsWith("next/"));
  const claims = () => asked().filter(({ body }) => !(body as { ahead: boolean }).ahead);
  const user = renderPage();
  await screen.findByRole("heading", { name: "who built it" });
  await user.keyboard("b");
  await waitFor(() => {
    expect(asked()).toHaveLength(2);
  });
  await user.keyboard("{Enter}");
  expect(await screen.findByRole("heading", { name: "when was it built" })).toBeVisible();
  await user.keyboard("b");
  // Until the first answer has arrived, its question is the open one, and nothing is claimed.
  expect(claims()).toHaveLength(1);
  isLost = false;
  fireEvent(window, new Event("online"));
  expect(await screen.findByText("Submitted: who built it")).toBeVisible();
  await waitFor(() => {
    expect(requests.map(({ path }) => path)).toContain("assignments/2/draft/");
  });
  expect(claims()).toHaveLength(2);
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
  expect(requests.find(({ method }) => method === "PUT")?.query).toEqual({ page: "rendered" });
  await user.keyboard("{Control>}z{/Control}");
  expect(screen.getByRole("heading", { name: "who built it" })).toBeVisible();
});

const EMPTY_DRAFT = {
  bad_reason: "" as const,
  word_jumps: 0,
  long_answer: null,
  long_answer_decided: false,
  short_answers: [],
  short_answer_decided: false,
  yes_no_answer: "NONE" as const,
  active_seconds: { question: 4, long_answer: 0, short_answer: 0 },
  saved_at: "2026-01-01T00:00:00Z",
};

test("a draft is taken up at its stage", async () => {
  const draft = { ...EMPTY_DRAFT, question_quality: "bad", stage: "review" } as const;
  serverWith(assignment(1, "who built it", { draft, version: 3 }));
  renderPage();
  expect(await screen.findByRole("region", { name: "Review" })).toBeVisible();
  expect(screen.getByText("Bad question")).toBeVisible();
});

const BRIDGE = {
  id: 1,
  title: "Bridge",
  url: "",
  sha256: "",
  html_url: "/page",
  candidates: [],
  rendering_url: "/page",
  token_count: 0,
};

/** Fills the page's frame, into which jsdom loads nothing, and says that it has been loaded. */
function load(html: string) {
  const frame = screen.getByTitle("Page: Bridge");
  Object.defineProperty(frame, "contentDocument", { value: documentOf(html), configurable: true });
  fireEvent.load(frame);
}

test("keys on a page that couldn't be opened do nothing, also once it is tried again", async () => {
  const draft = { ...EMPTY_DRAFT, question_quality: "good", stage: "long_answer" } as const;
  const shown = assignment(1, "who built it", { draft, version: 3, page: BRIDGE });
  const requests = serverWith(shown, assignment(2, "when was it built"));
  const user = renderPage();
  await screen.findByRole("heading", { name: "who built it" });
  // What is typed before is dropped, too.
  await user.keyboard("n");
  load("Not found");
  await user.keyboard("n");
  await user.click(await screen.findByRole("button", { name: "Try again" }));
  load('<p data-c="0"><b data-t="1">Built</b></p>');
  expect(await screen.findByRole("textbox", { name: "Find in the page" })).toBeVisible();
  // Kept keys would be applied before this one.
  await user.keyboard("k");
  expect(await screen.findByRole("dialog", { name: "Keys" })).toBeVisible();
  expect(requests.some(({ path }) => path.endsWith("submit/"))).toBe(false);
  expect(screen.getByRole("heading", { name: "who built it", hidden: true })).toBeInTheDocument();
});

test("a slash that is held opens the search and isn't typed into it", async () => {
  const draft = { ...EMPTY_DRAFT, question_quality: "good", stage: "long_answer" } as const;
  serverWith(assignment(1, "who built it", { draft, version: 3, page: BRIDGE }));
  const user = renderPage();
  await screen.findByRole("heading", { name: "who built it" });
  load('<p data-c="0"><b data-t="1">Built</b></p>');
  const field = await screen.findByRole("textbox", { name: "Find in the page" });
  await user.keyboard("/");
  expect(field).toHaveFocus();
  expect(fireEvent.keyDown(field, { key: "/", repeat: true })).toBe(false);
  expect(fireEvent.keyDown(field, { key: "/" })).toBe(true);
});

/** A server on which another tab has saved a paragraph with two short answers. */
function serverOfAnotherTab() {
  const draft = {
    ...EMPTY_DRAFT,
    question_quality: "good",
    stage: "short_answer",
    long_answer: { candidate_index: 0 },
    long_answer_decided: true,
    short_answers: [
      { start_token: 1, end_token: 2 },
      { start_token: 3, end_token: 4 },
    ],
    short_answer_decided: true,
  } as const;
  const candidates = [{ index: 0, tag: "P", start_token: 0, end_token: 6 }] as never;
  const page = { ...BRIDGE, candidates };
  const current = assignment(1, "who built it", { draft: draft as never, version: 2, page });
  const stale = { code: "stale_draft", detail: "Stale.", fields: {}, assignment: current };
  return fakeServer({
    "GET projects/demo/": { json: REVIEWED },
    "GET projects/demo/progress/": { json: PROGRESS },
    "POST projects/demo/assignments/next/": { json: assignment(1, "who built it") },
    "PUT assignments/1/draft/": { status: 409, json: stale },
  });
}

test("two versions say what they have though the page is not open", async () => {
  serverOfAnotherTab();
  const user = renderPage();
  await screen.findByRole("heading", { name: "who built it" });
  await user.keyboard("b");
  const dialog = within(await screen.findByRole("dialog"));
  expect(dialog.getByText("Bad question")).toBeVisible();
  const lines = ["Good question", "A paragraph", "2 short answers"];
  for (const line of lines) expect(dialog.getByText(line)).toBeVisible();
});

test("where this tab says only good, another tab's version is gone on with", async () => {
  const requests = serverOfAnotherTab();
  const user = renderPage();
  await screen.findByRole("heading", { name: "who built it" });
  await user.keyboard("g");
  expect(
    await screen.findByRole("region", { name: "Stage 3: the short answer" }),
  ).toBeInTheDocument();
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(screen.getByText("Saved")).toBeVisible();
  expect(requests.filter(({ method }) => method === "PUT")).toHaveLength(1);
});

test("digits typed into a field are no reasons, though the page asks for one", async () => {
  const draft = { ...EMPTY_DRAFT, question_quality: "good", stage: "question" } as const;
  const shown = { draft, version: 3, page: BRIDGE };
  const requests = serverWith(assignment(1, "who built it", shown));
  const user = renderPage();
  await screen.findByRole("heading", { name: "who built it" });
  await user.keyboard("b");
  expect(await screen.findByRole("dialog", { name: "Bad after all?" })).toBeVisible();
  // As the password is, which may be asked for over the dialog.
  const field = document.body.appendChild(document.createElement("input"));
  fireEvent.keyDown(field, { key: "1" });
  field.remove();
  expect(screen.getByRole("dialog", { name: "Bad after all?" })).toBeVisible();
  await user.keyboard("1");
  // The reasons lie where the next question has its buttons, so none of them sends it off.
  expect(await screen.findByRole("button", { name: /^Submit/ })).toBeVisible();
  expect(requests.some(({ path }) => path.endsWith("submit/"))).toBe(false);
  await user.keyboard("{Enter}");
  await waitFor(() => {
    expect(requests.some(({ path }) => path.endsWith("submit/"))).toBe(true);
  });
});

/** A server that reserves the second question, and answers its claim as `claim` says. */
function serverThatReserves(claim: () => { status?: number; json?: unknown }) {
  let submitted = false;
  const requests = fakeServer({
    "GET projects/demo/": { json: REVIEWED },
    "GET projects/demo/progress/": { json: PROGRESS },
    "GET projects/demo/training/": { json: { own: null } },
    "POST projects/demo/assignments/next/": () => {
      if ((requests.at(-1)?.body as { ahead: boolean } | undefined)?.ahead)
        return { json: assignment(2, "when was it built") };
      return submitted ? claim() : { json: assignment(1, "who built it") };
    },
    "PUT assignments/1/draft/": { json: assignment(1, "who built it", { version: 1 }) },
    "PUT assignments/2/draft/": { json: assignment(2, "when was it built", { version: 1 }) },
    "POST assignments/1/submit/": () => {
      submitted = true;
      return { status: 201, json: ANNOTATION };
    },
  });
  return requests;
}

async function submitFirst() {
  const user = renderPage();
  await screen.findByRole("heading", { name: "who built it" });
  await user.keyboard("b");
  await screen.findByText("Saved");
  await user.keyboard("{Enter}");
  return user;
}

/** The same where the judgment alone sends the answer off. */
async function judgeFirst() {
  const user = renderPage();
  await screen.findByRole("heading", { name: "who built it" });
  await user.keyboard("b");
  return user;
}

test("whoever may not have the question that was reserved is told so", async () => {
  const detail = "Finish the training first.";
  serverThatReserves(() => ({
    status: 403,
    json: { code: "training_first", detail, fields: {} },
  }));
  await submitFirst();
  expect(await screen.findByText(detail)).toBeVisible();
});

function isClaim(body: unknown): boolean {
  return typeof body === "object" && body !== null && "ahead" in body && body.ahead === false;
}

test("a question is claimed again after signing in, with what was chosen meanwhile", async () => {
  let isSignedIn = false;
  const requests = serverThatReserves(() =>
    isSignedIn ? { json: assignment(2, "when was it built") } : { status: 401 },
  );
  const user = await submitFirst();
  await screen.findByRole("heading", { name: "when was it built" });
  await user.keyboard("b");
  await waitFor(() => {
    expect(requests.filter(({ body }) => isClaim(body))).toHaveLength(2);
  });
  isSignedIn = true;
  await waitFor(
    () => {
      expect(requests.some(({ path }) => path === "assignments/2/draft/")).toBe(true);
    },
    { timeout: 8_000 },
  );
});

test("who answered a question whose reservation ended is told, and goes on with another", async () => {
  let isBack = false;
  const requests = serverThatReserves(() =>
    isBack ? { json: assignment(3, "who owns it") } : { status: 503 },
  );
  const user = await submitFirst();
  await screen.findByRole("heading", { name: "when was it built" });
  await user.keyboard("b");
  isBack = true;
  expect(
    await screen.findByText(/the reservation ended/, {}, { timeout: 8_000 }),
  ).toHaveTextContent("Your answer was not saved.");
  const ofReserved = requests.filter(({ path }) => path.startsWith("assignments/2/"));
  expect(ofReserved.map(({ path }) => path)).toEqual(["assignments/2/page-ahead/"]);
  await user.click(screen.getByRole("button", { name: "Go on with the next question" }));
  expect(await screen.findByRole("heading", { name: "who owns it" })).toBeVisible();
});

test("what another tab has submitted leaves the way to the next question", async () => {
  let isThere = false;
  const detail = "This question is already submitted.";
  const requests = fakeServer({
    "GET projects/demo/": { json: { slug: "demo", title: "Demo" } },
    "GET projects/demo/progress/": { json: PROGRESS },
    "POST projects/demo/assignments/next/": () => ({
      json: isThere ? assignment(2, "when was it built") : assignment(1, "who built it"),
    }),
    "PUT assignments/1/draft/": { json: assignment(1, "who built it", { version: 1 }) },
    "POST assignments/1/submit/": () => {
      isThere = true;
      return { status: 409, json: { code: "already_submitted", detail, fields: {} } };
    },
  });
  const user = await judgeFirst();
  expect(await screen.findByText(/already submitted/)).toBeVisible();
  // Beside that, nothing can be pressed.
  expect(screen.getByRole("region", { name: "Review", hidden: true })).toHaveAttribute("inert");
  expect(screen.getByRole("button", { name: "Undo" })).toBeDisabled();
  const sent = () => requests.filter(({ path }) => path.endsWith("/submit/")).length;
  const before = sent();
  await user.keyboard("{Enter}");
  expect(sent()).toBe(before);
  await user.click(screen.getByRole("button", { name: "Go on with the next question" }));
  expect(await screen.findByRole("heading", { name: "when was it built" })).toBeVisible();
});

test("nothing can be changed while the answer is under way", async () => {
  let isAway = true;
  fakeServer({
    "GET projects/demo/": { json: { slug: "demo", title: "Demo" } },
    "GET projects/demo/progress/": { json: PROGRESS },
    "POST projects/demo/assignments/next/": () =>
      isAway ? { json: assignment(1, "who built it") } : { status: 204 },
    "PUT assignments/1/draft/": { json: assignment(1, "who built it", { version: 1 }) },
    "POST assignments/1/submit/": () =>
      isAway ? { status: 503 } : { status: 201, json: ANNOTATION },
  });
  const user = await judgeFirst();
  expect(await screen.findByText(/The server isn’t answering/)).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Undo" }));
  await user.click(screen.getByRole("button", { name: "Change the question" }));
  expect(screen.getByRole("region", { name: "Review" })).toBeVisible();
  expect(screen.getByText("Bad question")).toBeVisible();
  isAway = false;
  expect(await screen.findByText("Nothing left for you right now")).toBeVisible();
});

test("a refused answer is shown in the review, with what the server says", async () => {
  const refusal = { code: "invalid", detail: "That is no answer.", fields: {} };
  fakeServer({
    "GET projects/demo/": { json: { slug: "demo", title: "Demo" } },
    "GET projects/demo/progress/": { json: PROGRESS },
    "POST projects/demo/assignments/next/": { json: assignment(1, "who built it") },
    "PUT assignments/1/draft/": { json: assignment(1, "who built it", { version: 1 }) },
    "POST assignments/1/submit/": { status: 400, json: refusal },
  });
  await judgeFirst();
  const review = within(await screen.findByRole("region", { name: "Review" }));
  expect(review.getByText("That is no answer.")).toBeVisible();
  expect(review.getByRole("button", { name: /^Submit/ })).toBeEnabled();
});

test.each([
  ["the project", { ...REVIEWED }, false],
  ["the annotator", { slug: "demo", title: "Demo" }, true],
])("the review is shown where %s wants it", async (_, project, own) => {
  const requests = serverOf(project, assignment(1, "who built it"));
  renderApp(
    <MeContext value={buildMe({ reviews_answers: own })}>
      <AnnotatePage screen={Screen} fetchAhead={fetchAhead} />
    </MeContext>,
    { path: "/projects/:slug/annotate", at: "/projects/demo/annotate" },
  );
  await screen.findByRole("heading", { name: "who built it" });
  await userEvent.setup().keyboard("b");
  expect(await screen.findByRole("region", { name: "Review" })).toBeVisible();
  expect(requests.some(({ path }) => path.endsWith("submit/"))).toBe(false);
});

test("the toast and Ctrl+Z on the next question take the answer back", async () => {
  for (const way of ["toast", "key"]) {
    const requests = serverWith(assignment(1, "who built it"), assignment(2, "when was it built"));
    const user = renderPage();
    await screen.findByRole("heading", { name: "who built it" });
    await user.keyboard("b");
    await screen.findByRole("heading", { name: "when was it built" });
    expect(screen.getByText("Submitted: who built it")).toBeVisible();
    expect(requests.some(({ path }) => path.endsWith("undo/"))).toBe(false);
    if (way === "key") await user.keyboard("{Control>}z{/Control}");
    else {
      // The header has it, too.
      const [, toast] = screen.getAllByRole("button", { name: "Undo the last submission" });
      if (toast) await user.click(toast);
    }
    await waitFor(() => {
      expect(screen.queryByRole("heading", { name: "when was it built" })).toBeNull();
    });
    expect(requests.filter(({ path }) => path === "annotations/1/undo/")).toHaveLength(1);
    cleanup();
  }
});

test("what is submitted while an answer is being taken back can be taken back, too", async () => {
  const [second, third] = [assignment(2, "when was it built"), assignment(3, "why was it built")];
  const requests = fakeServer({
    "GET projects/demo/": { json: { slug: "demo", title: "Demo" } },
    "GET projects/demo/progress/": { json: PROGRESS },
    "POST projects/demo/assignments/next/": { json: assignment(1, "who built it") },
    "POST assignments/1/submit/": { status: 201, json: { ...ANNOTATION, next: second } },
    "POST assignments/2/submit/": { status: 201, json: { ...ANNOTATION, id: 2, next: third } },
    "POST annotations/1/undo/": {
      json: { annotation: ANNOTATION, assignment: assignment(1, "who built it") },
    },
  });
  const ask = globalThis.fetch;
  const waiting: (() => void)[] = [];
  vi.stubGlobal("fetch", async (request: Request) => {
    if (request.url.endsWith("undo/")) await new Promise<void>((go) => waiting.push(go));
    return ask(request);
  });
  const user = renderPage();
  await screen.findByRole("heading", { name: "who built it" });
  await user.keyboard("b");
  await screen.findByRole("heading", { name: "when was it built" });
  await user.keyboard("{Control>}z{/Control}b");
  await screen.findByRole("heading", { name: "why was it built" });
  waiting[0]?.();
  await waitFor(() => {
    expect(screen.getByTestId("address")).toHaveTextContent("/annotations/1?then=annotate");
  });
  expect(new RecentSubmissions("demo").read(Date.now()).at(-1)?.annotation).toBe(2);
  expect(requests.filter(({ path }) => path.endsWith("undo/"))).toHaveLength(1);
});

test("Ctrl+Z takes an answer back also while the next question is waited for", async () => {
  fakeServer({
    "GET projects/demo/": { json: { slug: "demo", title: "Demo" } },
    "GET projects/demo/progress/": { json: PROGRESS },
    "POST projects/demo/assignments/next/": { json: assignment(1, "who built it") },
    "POST assignments/1/submit/": { status: 201, json: ANNOTATION },
    "POST annotations/1/undo/": {
      json: { annotation: ANNOTATION, assignment: assignment(1, "who built it") },
    },
  });
  const user = renderPage();
  await screen.findByRole("heading", { name: "who built it" });
  const ask = globalThis.fetch;
  vi.stubGlobal("fetch", (request: Request) =>
    request.url.includes("/next/") ? new Promise<Response>(nothing) : ask(request),
  );
  await user.keyboard("b");
  await screen.findByText("Submitted: who built it");
  expect(screen.getByRole("status", { name: "Fetching a question" })).toBeInTheDocument();
  await user.keyboard("{Control>}z{/Control}");
  await waitFor(() => {
    expect(screen.getByTestId("address")).toHaveTextContent("/annotations/1?then=annotate");
  });
});

test("an answer is taken back although the page was loaded anew, but not without the server", async () => {
  new RecentSubmissions("demo").keep(1, Date.now());
  const isOffline = { status: 503 };
  let answer: object = isOffline;
  fakeServer({
    "GET projects/demo/": { json: { slug: "demo", title: "Demo" } },
    "GET projects/demo/progress/": { json: PROGRESS },
    "POST projects/demo/assignments/next/": { json: assignment(2, "when was it built") },
    "POST annotations/1/undo/": () => answer,
  });
  const user = renderPage();
  await screen.findByRole("heading", { name: "when was it built" });
  await user.click(screen.getByRole("button", { name: "Undo the last submission" }));
  expect(await screen.findByText("That did not work")).toBeVisible();
  expect(screen.getByRole("heading", { name: "when was it built" })).toBeVisible();
  answer = { json: { annotation: ANNOTATION, assignment: assignment(1, "who built it") } };
  await user.keyboard("{Control>}z{/Control}");
  await waitFor(() => {
    expect(screen.queryByRole("heading", { name: "when was it built" })).toBeNull();
  });
});

test("an answer that arrives after its page was left leads nobody away", async () => {
  let isAway = true;
  const left: string[] = [];
  fakeServer({
    "PUT assignments/1/draft/": { json: assignment(1, "who built it", { version: 1 }) },
    "POST assignments/1/submit/": () =>
      isAway ? { status: 503 } : { status: 201, json: ANNOTATION },
  });
  const onSubmitted = () => left.push("submitted");
  function Visit() {
    const [isThere, setThere] = useState(true);
    if (!isThere) return <p>Elsewhere</p>;
    return (
      <>
        <Screen
          assignment={assignment(1, "who built it")}
          target={assignmentTarget(1)}
          doneToday={null}
          onReview={nothing}
          onSubmitted={onSubmitted}
          onLeft={nothing}
          onGoOn={nothing}
        />
        <button
          onClick={() => {
            setThere(false);
          }}
        >
          Leave
        </button>
      </>
    );
  }
  renderApp(<Visit />);
  const user = userEvent.setup();
  await user.keyboard("b{Enter}");
  await screen.findByText(/The server isn’t answering/);
  await user.click(screen.getByRole("button", { name: "Leave" }));
  isAway = false;
  expect(await screen.findByText("Your answer has been submitted.")).toBeVisible();
  expect([left, screen.getByText("Elsewhere").textContent]).toEqual([[], "Elsewhere"]);
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

/** Hides the tab, and shows it again. */
function lookAway() {
  Object.defineProperty(document, "visibilityState", { value: "hidden", configurable: true });
  fireEvent(document, new Event("visibilitychange"));
  Reflect.deleteProperty(document, "visibilityState");
  fireEvent(document, new Event("visibilitychange"));
}

test("the time since the last change is saved when one looks away, and before one leaves", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const requests = serverWith(assignment(1, "who built it"), assignment(2, "when was it built"));
  const user = renderPage();
  await screen.findByRole("heading", { name: "who built it" });
  await user.keyboard("g");
  const sent = () =>
    requests
      .filter(({ path }) => path.startsWith("assignments/1/"))
      .map(({ path, body }) => [path.split("/")[2], timeOnPage(body)]);
  await waitFor(() => {
    expect(sent()).toEqual([["draft", 0]]);
  });
  vi.advanceTimersByTime(5_000);
  lookAway();
  await waitFor(() => {
    expect(sent()).toHaveLength(2);
  });
  vi.advanceTimersByTime(3_000);
  await user.click(screen.getByRole("button", { name: "More" }));
  await user.click(await screen.findByRole("menuitem", { name: "Skip…" }));
  const dialog = within(await screen.findByRole("dialog"));
  await user.type(dialog.getByRole("textbox"), "I know the author");
  await user.click(dialog.getByRole("button", { name: "Skip" }));
  expect(await screen.findByRole("heading", { name: "when was it built" })).toBeVisible();
  // Nothing follows the way out.
  expect(sent()).toEqual([
    ["draft", 0],
    ["draft", 5],
    ["draft", 8],
    ["skip", undefined],
  ]);
});

function timeOnPage(body: unknown): number | undefined {
  const { active_seconds } = body as { active_seconds?: { long_answer: number } };
  return active_seconds?.long_answer;
}

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

test("somebody who is to qualify again reads why, and where to begin", async () => {
  const own = { state: "self_study", asked_again: "Look at tables again." };
  fakeServer({
    "POST projects/demo/assignments/next/": {
      status: 403,
      json: { code: "training_first", detail: "Finish the training first.", fields: {} },
    },
    "GET projects/demo/training/": { json: { own } },
  });
  renderPage();
  expect(
    await screen.findByText("A lead asks you to qualify again. Look at tables again."),
  ).toBeVisible();
  expect(screen.getByText("Finish the training first.")).toBeVisible();
  expect(screen.getByRole("link", { name: "Go to training" })).toHaveAttribute(
    "href",
    "/projects/demo/training",
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

test("what changed in the guidelines is shown once, before the next question", async () => {
  const requests = fakeServer({
    "GET projects/demo/": { json: { slug: "demo", title: "Demo" } },
    "GET projects/demo/progress/": { json: PROGRESS },
    "GET projects/demo/guidelines/changes/": {
      json: {
        has_changed: true,
        known_version: 1,
        version: 3,
        before: "# Be kind\nAlways.",
        after: "# Be kind\nNearly always.",
        updated_at: "2026-01-01T00:00:00Z",
      },
    },
    "POST projects/demo/guidelines/seen/": { status: 204 },
    "POST projects/demo/assignments/next/": { json: assignment(1, "who built it") },
  });
  const user = renderPage();
  const shown = await screen.findByRole("region", { name: "What changed" });
  expect(within(shown).getByText("− Always.").tagName).toBe("DEL");
  expect(within(shown).getByText("+ Nearly always.").tagName).toBe("INS");
  expect(screen.queryByRole("heading", { name: "who built it" })).toBeNull();
  await user.keyboard("{Enter}");
  expect(await screen.findByRole("heading", { name: "who built it" })).toBeVisible();
  const seen = requests.find(({ path }) => path.endsWith("guidelines/seen/"));
  expect(seen?.body).toEqual({ version: 3, with_difference: true });
});

const LIMITED = { ...NO_LIMIT, limit_seconds: 3600, used_seconds: 720 };

test("a question with a limit has a quiet timer that can be hidden", async () => {
  serverWith(assignment(1, "who built it", { time: LIMITED }));
  const user = renderPage();
  await user.click(
    await screen.findByRole("button", { name: "12 of 60 min used. Hide the time." }),
  );
  expect(screen.queryByText("12 of 60 min")).toBeNull();
  await user.keyboard("t");
  expect(screen.getByText("12 of 60 min")).toBeVisible();
});

test("when the time is up the page says so and offers ways to go on", async () => {
  const isUp = { ...LIMITED, used_seconds: 3600, is_up: true };
  serverWith(assignment(1, "who built it", { time: isUp }));
  renderPage();
  expect(await screen.findByText(/^The 60 minutes for this question are used/)).toBeVisible();
  expect(screen.getByRole("button", { name: "Continue this question" })).toBeVisible();
});

test("a question that is taken up again after its time says what happened", async () => {
  serverWith(assignment(1, "who built it", { time: { ...LIMITED, period: 2 } }));
  renderPage();
  expect(await screen.findByText(/you have another 60 minutes/)).toBeVisible();
});

test("a question without a limit has no timer", async () => {
  serverWith(assignment(1, "who built it"));
  renderPage();
  await screen.findByRole("heading", { name: "who built it" });
  expect(screen.queryByRole("button", { name: /the time/ })).toBeNull();
});
