import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useEffect, useState } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { documentOf } from "@/anchoring/testing";
import { assignmentTarget, reservationTarget } from "@/annotating/assignmentTarget";
import { revisionTarget } from "@/annotating/revisionTarget";
import { buildOpenAssignment } from "@/test/builders";
import { NO_LIMIT } from "@/test/noLimit";
import { renderApp } from "@/test/render";
import { fakeServer } from "@/test/server";

import { AnnotationScreen } from "./AnnotationScreen";

const PROJECT = { json: { slug: "demo", title: "Demo" } };

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

function buildProps(changes: Partial<Parameters<typeof AnnotationScreen>[0]> = {}) {
  return {
    assignment: buildOpenAssignment(),
    target: assignmentTarget(1),
    doneToday: null,
    onReview: vi.fn(),
    onSubmitted: vi.fn(),
    onLeft: vi.fn(),
    onGoOn: vi.fn(),
    ...changes,
  } satisfies Parameters<typeof AnnotationScreen>[0];
}

async function openLeaveDialog(user: ReturnType<typeof userEvent.setup>, way: string) {
  await user.click(await screen.findByRole("button", { name: "More" }));
  await user.click(await screen.findByRole("menuitem", { name: `${way}…` }));
  return within(await screen.findByRole("dialog"));
}

const LIMIT = { limit_seconds: 3600 };
const RUNNING = { ...NO_LIMIT, ...LIMIT, used_seconds: 720 };

/** Its question is only reserved until the window hears that it is claimed. */
function Reserved() {
  const [claimed, setClaimed] = useState(false);
  useEffect(() => {
    const listen = () => {
      setClaimed(true);
    };
    window.addEventListener("claimed", listen);
    return () => {
      window.removeEventListener("claimed", listen);
    };
  }, []);
  const assignment = buildOpenAssignment({ time: claimed ? RUNNING : { ...NO_LIMIT, ...LIMIT } });
  const target = claimed ? assignmentTarget(1) : reservationTarget(1, { ended: false });
  return <AnnotationScreen {...buildProps({ assignment, target })} />;
}

test("the time of a question that was reserved begins once it is one's own", async () => {
  fakeServer({ "GET projects/demo/": PROJECT });
  renderApp(<Reserved />);
  expect(await screen.findByText("0 of 60 min")).toBeVisible();
  fireEvent(window, new Event("claimed"));
  expect(await screen.findByText("12 of 60 min")).toBeVisible();
});

test("a question that is open no more is left, whoever was quicker", async () => {
  const detail = "This question is already parked.";
  fakeServer({
    "GET projects/demo/": PROJECT,
    "POST assignments/1/park/": { status: 409, json: { code: "not_open", detail, fields: {} } },
  });
  const props = buildProps();
  renderApp(<AnnotationScreen {...props} />);
  const user = userEvent.setup();
  const dialog = await openLeaveDialog(user, "Park");
  await user.click(dialog.getByRole("button", { name: "Park" }));
  expect(await screen.findByText(detail)).toBeVisible();
  expect(props.onLeft).toHaveBeenCalledWith("park");
});

test("no earlier answer is taken back while this one is under way", async () => {
  let isAway = true;
  fakeServer({
    "GET projects/demo/": PROJECT,
    "POST assignments/1/submit/": () =>
      isAway ? { status: 503 } : { status: 201, json: { kind: "nq", id: 1, is_late: false } },
  });
  const onUndoSubmission = vi.fn();
  const draft = { ...EMPTY_DRAFT, question_quality: "bad", stage: "review" } as const;
  const props = buildProps({ assignment: buildOpenAssignment({ draft }), onUndoSubmission });
  renderApp(<AnnotationScreen {...props} />);
  const user = userEvent.setup();
  await user.click(await screen.findByRole("button", { name: /^Submit/ }));
  expect(await screen.findByText(/The server isn’t answering/)).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Undo the last submission" }));
  expect(onUndoSubmission).not.toHaveBeenCalled();
  // The page asks again until there is an answer, also while the next test runs.
  isAway = false;
  await waitFor(() => {
    expect(props.onSubmitted).toHaveBeenCalledOnce();
  });
});

test("a question that becomes one's own leaves the focus where somebody types", async () => {
  fakeServer({ "GET projects/demo/": PROJECT });
  renderApp(<Reserved />);
  const user = userEvent.setup();
  const note = (await openLeaveDialog(user, "Park")).getByRole("textbox");
  await user.type(note, "Which page?");
  expect(note).toHaveFocus();
  fireEvent(window, new Event("claimed"));
  expect(note).toHaveFocus();
});

test("what changed while a draft was under way is saved before the question is left", async () => {
  const requests = fakeServer({
    "GET projects/demo/": PROJECT,
    "PUT assignments/1/draft/": ({ body }) => ({
      json: buildOpenAssignment({ version: (body as { version: number }).version + 1 }),
    }),
    "POST assignments/1/skip/": { json: buildOpenAssignment({ state: "skipped" }) },
  });
  const ask = globalThis.fetch;
  const waiting: (() => void)[] = [];
  vi.stubGlobal("fetch", async (request: Request) => {
    const isFirst = request.method === "PUT" && waiting.length === 0;
    if (isFirst) await new Promise<void>((resolve) => waiting.push(resolve));
    return ask(request);
  });
  const props = buildProps();
  renderApp(<AnnotationScreen {...props} />);
  const user = userEvent.setup();
  await user.keyboard("g1");
  const dialog = await openLeaveDialog(user, "Skip");
  await user.type(dialog.getByRole("textbox"), "I know the author");
  await user.click(dialog.getByRole("button", { name: "Skip" }));
  expect(waiting).toHaveLength(1);
  waiting[0]?.();
  await waitFor(() => {
    expect(props.onLeft).toHaveBeenCalledWith("skip");
  });
  const sent = requests.filter(({ method }) => method !== "GET");
  expect(
    sent.map(({ path, body }) => [path.split("/")[2], (body as { stage?: string }).stage]),
  ).toEqual([
    ["draft", "long_answer"],
    ["draft", "question"],
    ["skip", undefined],
  ]);
});

test("where the server wants a reason after all, there is a field for it", async () => {
  const refusal = { code: "reason_needed", detail: "Say why you change it.", fields: {} };
  const isExplained = (body: unknown) => (body as { reason: string }).reason !== "";
  const requests = fakeServer({
    "GET projects/demo/": PROJECT,
    "PUT annotations/4/draft/": { json: buildOpenAssignment({ revising: 4, version: 1 }) },
    "POST annotations/4/revise/": ({ body }) =>
      isExplained(body)
        ? { status: 201, json: { kind: "nq", id: 5, is_late: false } }
        : { status: 400, json: refusal },
  });
  const draft = { ...EMPTY_DRAFT, question_quality: "bad", stage: "review" } as const;
  const props = buildProps({
    assignment: buildOpenAssignment({ state: "submitted", revising: 4, draft }),
    revision: { notice: null, reasonFor: null },
    target: revisionTarget(1, 4, { to: "/", label: "To my work" }),
  });
  renderApp(<AnnotationScreen {...props} />);
  const user = userEvent.setup();
  await user.click(await screen.findByRole("button", { name: /^Submit/ }));
  expect(await screen.findByText("Say why you change it.")).toBeVisible();
  await user.type(screen.getByRole("textbox", { name: /^Reason/ }), "A slip.");
  await user.click(screen.getByRole("button", { name: /^Submit the change/ }));
  await waitFor(() => {
    expect(props.onSubmitted).toHaveBeenCalled();
  });
  const sent = requests.filter(({ path }) => path.endsWith("revise/"));
  expect(sent.map(({ body }) => (body as { reason: string }).reason)).toEqual(["", "A slip."]);
});

test.each([true, false])("jumps are told of one's own answers (%s)", async (isOwnAnnotation) => {
  const requests = fakeServer({
    "GET projects/demo/": PROJECT,
    "POST assignments/1/submit/": { status: 201, json: { kind: "nq", id: 5, is_late: false } },
  });
  const draft = { ...EMPTY_DRAFT, question_quality: "bad", stage: "review" } as const;
  const props = buildProps({
    assignment: buildOpenAssignment({ draft }),
    target: { ...assignmentTarget(1), isOwnAnnotation },
  });
  renderApp(<AnnotationScreen {...props} />);
  await userEvent.click(await screen.findByRole("button", { name: /^Submit/ }));
  await waitFor(() => {
    expect(props.onSubmitted).toHaveBeenCalled();
  });
  const sent = requests.find(({ path }) => path.endsWith("submit/"))?.body;
  expect("word_jumps" in (sent as object)).toBe(isOwnAnnotation);
});

const matchMedia = window.matchMedia.bind(window);

beforeEach(() => {
  // jsdom has no layout.
  Object.defineProperty(Range.prototype, "getBoundingClientRect", {
    value: () => new DOMRect(),
    configurable: true,
  });
});

afterEach(() => {
  Reflect.deleteProperty(Range.prototype, "getBoundingClientRect");
  window.matchMedia = matchMedia;
});

/** Opens the words of a box, on a device that is pointed at by fingers. */
async function openWords(words: string) {
  window.matchMedia = (query) =>
    Object.assign(matchMedia(query), { matches: query.includes("coarse") });
  fakeServer({
    "GET projects/demo/": PROJECT,
    "PUT assignments/1/draft/": { json: buildOpenAssignment({ version: 2 }) },
  });
  const page = {
    id: 1,
    title: "Bridge",
    url: "",
    sha256: "",
    html_url: "/page",
    rendering_url: "/page",
    token_count: 9,
    candidates: [{ index: 0, tag: "P", start_token: 0, end_token: 9, top_level: true }],
  };
  const draft = {
    ...EMPTY_DRAFT,
    question_quality: "good",
    stage: "short_answer",
    long_answer: { candidate_index: 0 },
    long_answer_decided: true,
  } as const;
  const assignment = buildOpenAssignment({ version: 1, page, draft });
  renderApp(<AnnotationScreen {...buildProps({ assignment })} />);
  const frame = await screen.findByTitle("Page: Bridge");
  const document = documentOf(`<p data-c="0">${words}</p>`);
  Object.defineProperty(frame, "contentDocument", { value: document, configurable: true });
  fireEvent.load(frame);
  await screen.findByRole("group", { name: "Short answer" });
  const tap = (selector: string) => {
    const event = new MouseEvent("click", { bubbles: true, cancelable: true, detail: 1 });
    Object.defineProperty(event, "pointerType", { value: "touch" });
    act(() => {
      document.querySelector(selector)?.dispatchEvent(event);
    });
  };
  return { tap, user: userEvent.setup() };
}

const WORDS = '<b data-t="1">Built</b> <b data-t="2">in</b> <b data-t="3">1712</b>';
const marked = () => {
  const list = screen.getByRole("list", { name: "Marked short answers" });
  return within(list)
    .getAllByRole("listitem")
    .map(({ textContent }) => textContent);
};

test("what a finger marks is what was found, though another word was tapped before", async () => {
  const { tap, user } = await openWords(WORDS);
  tap("[data-t='1']");
  expect(screen.getByRole("button", { name: "Mark" })).toBeVisible();
  await user.keyboard("/1712{Escape}");
  await user.click(screen.getByRole("button", { name: "Mark" }));
  expect(marked()).toEqual(["1712"]);
});

test("a tap after a search begins anew", async () => {
  const { tap, user } = await openWords(WORDS);
  await user.keyboard("/built{Escape}");
  tap("[data-t='2']");
  tap("[data-t='3']");
  expect(marked()).toEqual(["in 1712"]);
});

test("words that are found are read out when the search is closed", async () => {
  const { user } = await openWords(WORDS);
  await user.keyboard("/1712{Escape}");
  expect(screen.getByText("1712, word 3 of 3")).toBeInTheDocument();
});

test("what is removed, undone and redone is read out", async () => {
  const { user } = await openWords(WORDS);
  await user.keyboard("{ArrowRight}{Enter}{Backspace}");
  expect(screen.getByText("Removed: Built")).toBeInTheDocument();
  await user.keyboard("{Control>}z{/Control}");
  const before = "Good question. Paragraph: Built in 1712";
  expect(screen.getByText(`Undone. ${before}. Short answers: Built`)).toBeInTheDocument();
  await user.keyboard("{Control>}y{/Control}");
  expect(screen.getByText(`Redone. ${before}`)).toBeInTheDocument();
});
