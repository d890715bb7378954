import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";

import { assignmentTarget } from "@/annotating/assignmentTarget";
import type { DraftTarget } from "@/annotating/draftTarget";
import { revisionTarget } from "@/annotating/revisionTarget";
import type { RevisionFacts } from "@/annotating/screen";
import { TOO_SOON } from "@/annotating/useFirstLook";
import type { KnowledgePiece } from "@/api/types";
import { renderApp } from "@/test/render";
import { fakeServer } from "@/test/server";

import type { LongFormAssignment, LongFormDraft } from "../types";
import { LongFormScreen } from "./LongFormScreen";
import { buildLongForm, DRAFT } from "./testing";

interface Answers {
  onUndoSubmission?: () => void;
  save?: () => { status?: number; json?: unknown };
  submit?: () => { status?: number; json?: unknown };
  assignment?: LongFormAssignment;
  revision?: RevisionFacts;
  target?: DraftTarget;
  /** Milliseconds until an answer can be submitted. */
  firstLook?: number;
}

const REVISION_TARGET = revisionTarget(7, 5, { to: "/projects/demo", label: "To my work" });

function openScreen(answers: Answers = {}) {
  const { submit, assignment = buildLongForm(), revision, onUndoSubmission } = answers;
  const { target = revision ? REVISION_TARGET : assignmentTarget(7), firstLook = 0 } = answers;
  let version = 0;
  const saved = () => ({ json: { ...assignment, version: ++version } });
  const accepted = () => ({ status: 201, json: { kind: "asqa", id: 3, is_late: false } });
  const requests = fakeServer({
    "GET projects/demo/": { json: { slug: "demo", recommended_per_day: 10 } },
    "PUT assignments/7/draft/": answers.save ?? saved,
    "PUT annotations/5/draft/": saved,
    "POST assignments/7/submit/": submit ?? accepted,
    "POST annotations/5/revise/": accepted,
    "POST assignments/7/resume/": () => ({
      json: {
        ...assignment,
        state: "open",
        time: { ...assignment.time, used_seconds: 0, is_up: false, period: 2 },
      },
    }),
  });
  const onSubmitted = vi.fn();
  renderApp(
    <LongFormScreen
      assignment={assignment}
      target={target}
      doneToday={3}
      {...(revision ? { revision } : {})}
      onUndoSubmission={onUndoSubmission}
      onReview={() => undefined}
      onSubmitted={onSubmitted}
      onLeft={() => undefined}
      onGoOn={() => undefined}
    />,
    { firstLook },
  );
  return { requests, onSubmitted, user: userEvent.setup({ delay: null }) };
}

const text = () => screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Long-form answer" });

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

test("each disambiguation shows whether a short answer of it stands in the text, and where", async () => {
  const { user } = openScreen();
  const rows = within(screen.getByRole("list", { name: "Disambiguations" })).getAllByRole(
    "listitem",
  );
  expect(rows.map((row) => /Present|Missing/.exec(row.textContent)?.[0])).toEqual([
    "Present",
    "Missing",
  ]);
  expect(screen.getByText("1 of 2 present")).toBeVisible();
  await user.click(screen.getByRole("button", { name: /^Present: show “Masons”/ }));
  expect(text()).toHaveFocus();
  // It is framed, not selected, so that the next key replaces nothing.
  expect([text().selectionStart, text().selectionEnd]).toEqual([6, 6]);
  const framed = () => Array.from(document.querySelectorAll("mark[data-shown]"), String);
  expect(framed()).toHaveLength(1);
  fireEvent.change(text(), { target: { value: "Masons use it. Surveyors too." } });
  expect(framed()).toEqual([]);
  expect(screen.getByText("2 of 2 present")).toBeVisible();
});

test("a digit frames its short answer, and the next digit is not typed into the text", async () => {
  const { user } = openScreen();
  const before = text().value;
  await user.keyboard("12");
  expect(document.querySelectorAll("mark[data-shown]")).toHaveLength(1);
  expect(text()).not.toHaveFocus();
  // Writing goes on behind it.
  await user.keyboard("w");
  expect(text()).toHaveFocus();
  expect([text().selectionStart, text().selectionEnd, text().value]).toEqual([6, 6, before]);
});

test("a key that leads to a field types nothing there as long as it is held", async () => {
  const { user } = openScreen();
  const holds = (field: HTMLElement, key: string) =>
    fireEvent.keyDown(field, { key, repeat: true });
  await user.keyboard("w");
  expect(text()).toHaveFocus();
  expect(holds(text(), "w")).toBe(false);
  // Pressed in the text it is typed, and goes on to be.
  expect([fireEvent.keyDown(text(), { key: "w" }), holds(text(), "w")]).toEqual([true, true]);
  await user.keyboard("{Escape}n");
  const passage = screen.getByRole("textbox", { name: "Passage" });
  expect(passage).toHaveFocus();
  expect(holds(passage, "n")).toBe(false);
});

test("while one writes, words and what can be looked up are counted, and sentences have passages", async () => {
  const { user } = openScreen({ assignment: buildLongForm({ draft: null }) });
  await user.click(text());
  await user.paste("Masons use it. The first one was in 1977.");
  expect(screen.getByText("mean 64.8").previousSibling).toHaveTextContent("9 words");
  // masons and use, of masons, use and 1977.
  expect(screen.getByText("Content words in the support").nextSibling).toHaveTextContent("67%");
  const support = within(screen.getByRole("region", { name: "Support by sentence" }));
  expect(support.getAllByRole("listitem").map((row) => row.textContent)).toEqual([
    "Masons use it.Disambiguation 1",
    "The first one was in 1977.no supportIn no passage: 1977",
  ]);
});

test("a change is saved within two seconds with the time that was spent", async () => {
  const { requests, user } = openScreen();
  await user.click(text());
  await user.paste(" Often.");
  await waitFor(() => {
    const drafts = requests.filter(({ method }) => method === "PUT");
    expect(drafts.at(-1)?.body).toMatchObject({
      long_form_answer: "Masons use it. Often.",
      version: 0,
    });
  });
});

test("a missing short answer has to be confirmed before the answer is sent", async () => {
  const { requests, onSubmitted, user } = openScreen();
  await user.click(text());
  await user.keyboard("{Control>}{Enter}{/Control}");
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(screen.getByText(/^Your text has no short answer of 2\./)).toBeVisible();
  const confirmation = screen.getByRole("checkbox", { name: /: Who centres tripods with it\?$/ });
  // The focus is beside the text: a digit decides, and isn't typed.
  expect(confirmation).toHaveFocus();
  await user.keyboard("{Control>}{Enter}{/Control}");
  expect(requests.some(({ path }) => path.endsWith("submit/"))).toBe(false);
  await user.keyboard("2");
  expect(confirmation).toBeChecked();
  expect(text()).toHaveValue("Masons use it.");
  await user.keyboard("22");
  expect(confirmation).toBeChecked();
  await user.keyboard("{Control>}{Enter}{/Control}");
  await waitFor(() => {
    expect(onSubmitted).toHaveBeenCalled();
  });
  const sent = requests.find(({ path }) => path.endsWith("submit/"));
  expect(sent?.body).toMatchObject({ acknowledged_missing: [1] });
  expect(sent?.headers["idempotency-key"]).toMatch(/^[0-9a-f-]{32,36}$/);
});

test("a second press submits nothing before the question was seen, and asks nothing of it", async () => {
  const { requests, onSubmitted, user } = openScreen({ firstLook: 2 ** 31 - 1 });
  await user.keyboard("{Control>}{Enter}{/Control}");
  expect(await screen.findByText(TOO_SOON)).toBeVisible();
  await user.dblClick(screen.getByRole("button", { name: /^Submit/ }));
  expect(screen.queryByRole("checkbox")).toBeNull();
  expect(requests.filter(({ method }) => method === "POST")).toEqual([]);
  expect(onSubmitted).not.toHaveBeenCalled();
});

test("going back leads to the text, and what is written there needs no confirmation", async () => {
  const { requests, user } = openScreen();
  await user.click(screen.getByRole("button", { name: /^Submit/ }));
  await user.click(screen.getByRole("button", { name: "Back to the text" }));
  expect(text()).toHaveFocus();
  await user.keyboard(" Surveyors too.");
  expect(screen.queryByRole("checkbox")).toBeNull();
  expect(screen.queryByText(/^Your text has no short answer/)).toBeNull();
  await user.click(screen.getByRole("button", { name: /^Submit/ }));
  await waitFor(() => {
    expect(requests.find(({ path }) => path.endsWith("submit/"))?.body).toMatchObject({
      acknowledged_missing: [],
    });
  });
});

test("a miss that only the server sees is asked about in the same way", async () => {
  const complete = { ...DRAFT, long_form_answer: "Masons and surveyors use it." };
  const { user } = openScreen({
    assignment: buildLongForm({ draft: complete }),
    submit: () => ({
      status: 400,
      json: {
        code: "missing_short_answers",
        detail: "Missing.",
        fields: {},
        missing: [{ disambiguation: 0, question: "Who builds walls with it?", short_answers: [] }],
      },
    }),
  });
  await user.click(screen.getByRole("button", { name: /^Submit/ }));
  expect(await screen.findByText(/^Your text has no short answer of 1\./)).toBeVisible();
  const confirmation = { name: /: Who builds walls with it\?$/ };
  expect(screen.getByRole("checkbox", confirmation)).toHaveFocus();
});

test("what was confirmed before goes along with what only the server sees", async () => {
  let refused = false;
  const { requests, onSubmitted, user } = openScreen({
    submit: () => {
      if (refused) return { status: 201, json: { kind: "asqa", id: 3, is_late: false } };
      refused = true;
      const missing = [{ disambiguation: 0, question: "Who builds walls?", short_answers: [] }];
      const json = { code: "missing_short_answers", detail: "Missing.", fields: {}, missing };
      return { status: 400, json };
    },
  });
  await user.click(screen.getByRole("button", { name: /^Submit/ }));
  for (const question of [/Who centres tripods with it\?$/, /Who builds walls with it\?$/]) {
    await user.click(await screen.findByRole("checkbox", { name: question }));
    await user.click(screen.getByRole("button", { name: /^Submit/ }));
  }
  await waitFor(() => {
    expect(onSubmitted).toHaveBeenCalled();
  });
  const sent = requests.filter(({ path }) => path.endsWith("submit/"));
  expect(sent.map(({ body }) => (body as LongFormDraft).acknowledged_missing)).toEqual([
    [1],
    [0, 1],
  ]);
});

test("Ctrl+Enter submits from the text, and nothing is sent without a text or a concern", async () => {
  const { requests, user } = openScreen({ assignment: buildLongForm({ draft: null }) });
  await user.click(text());
  await user.keyboard("{Control>}{Enter}{/Control}");
  expect(await screen.findByText(/^Write an answer first/)).toBeVisible();
  expect(requests.some(({ path }) => path.endsWith("submit/"))).toBe(false);
});

test("a concern can be kept, withdrawn, and submitted without a text", async () => {
  const { requests, onSubmitted, user } = openScreen({
    assignment: buildLongForm({ draft: null }),
  });
  await user.keyboard("c");
  await user.click(await screen.findByLabelText("What is wrong and why"));
  await user.paste("Both mean the same.");
  await user.click(screen.getByRole("button", { name: "Keep the concern" }));
  await user.click(await screen.findByRole("button", { name: "Withdraw" }));
  expect(screen.queryByText("Your concern:")).toBeNull();
  await user.keyboard("c");
  await user.click(await screen.findByLabelText("What is wrong and why"));
  await user.paste("Both mean the same.");
  await user.click(screen.getByRole("button", { name: "Keep the concern" }));
  await user.click(await screen.findByRole("button", { name: /^Submit/ }));
  await waitFor(() => {
    expect(onSubmitted).toHaveBeenCalled();
  });
  expect(requests.find(({ path }) => path.endsWith("submit/"))?.body).toMatchObject({
    long_form_answer: "",
    concern: "Both mean the same.",
  });
});

test("a typed piece names its page, and a removed one comes back", async () => {
  const { requests, user } = openScreen();
  await user.keyboard("n");
  await screen.findByLabelText("Passage");
  await user.paste("Masons have used it since Egypt.");
  await user.click(screen.getByRole("button", { name: "Add" }));
  const pieces = within(screen.getByRole("region", { name: "Knowledge" }));
  expect(pieces.getByText("Masons have used it since Egypt.")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Remove piece 1" }));
  expect(pieces.queryByText("Masons have used it since Egypt.")).toBeNull();
  await user.keyboard("u");
  expect(pieces.getByText("Masons have used it since Egypt.")).toBeVisible();
  await waitFor(() => {
    expect(requests.filter(({ method }) => method === "PUT").at(-1)?.body).toMatchObject({
      knowledge: [
        {
          content: "Masons have used it since Egypt.",
          page_title: "Plumb bob",
          page: null,
          start_token: null,
          end_token: null,
        },
      ],
    });
  });
});

test("Ctrl+Z undoes in the text and outside of it, but leaves other fields to themselves", async () => {
  const { user } = openScreen();
  const pieces = within(screen.getByRole("region", { name: "Knowledge" }));
  await user.type(text(), " Often used");
  await user.keyboard("{Control>}z{/Control}");
  expect(text()).toHaveValue("Masons use it. Often ");
  expect([text().selectionStart, text().selectionEnd]).toEqual([21, 21]);
  await user.keyboard("{Escape}n");
  await screen.findByLabelText("Passage");
  await user.paste("Egypt.");
  await user.keyboard("{Control>}z{/Control}");
  expect(text()).toHaveValue("Masons use it. Often ");
  await user.click(screen.getByRole("button", { name: "Add" }));
  await user.click(screen.getByRole("button", { name: "Remove piece 1" }));
  await user.keyboard("{Control>}z{/Control}");
  expect(pieces.getByText("Egypt.")).toBeVisible();
  expect(screen.getByText("The knowledge changed back.")).toBeInTheDocument();
  expect(pieces.queryByText("You removed a piece.")).toBeNull();
  await user.keyboard("{Control>}y{/Control}");
  expect(pieces.queryByText("Egypt.")).toBeNull();
  await user.click(screen.getByRole("button", { name: "Undo" }));
  await user.click(screen.getByRole("button", { name: "Change piece 1" }));
  await user.click(screen.getByRole("button", { name: "Undo" }));
  expect(await screen.findByText(/^First keep or cancel the piece/)).toBeVisible();
});

test("Ctrl+Z takes the last submission back once nothing is left to undo, but not if held", async () => {
  const onUndoSubmission = vi.fn();
  const { user } = openScreen({ onUndoSubmission });
  await user.type(text(), " Often");
  await user.keyboard("{Control>}{z>3/}{/Control}");
  expect(text()).toHaveValue("Masons use it.");
  expect(onUndoSubmission).not.toHaveBeenCalled();
  await user.keyboard("{Control>}z{/Control}");
  expect(onUndoSubmission).toHaveBeenCalledOnce();
});

test("Escape leaves a passage that was typed, and closes one that says nothing", async () => {
  const { user } = openScreen();
  await user.keyboard("n");
  await screen.findByLabelText("Passage");
  await user.keyboard("{Escape}");
  expect(screen.queryByLabelText("Passage")).toBeNull();
  await user.keyboard("n");
  await screen.findByLabelText("Passage");
  await user.paste("Egypt.");
  await user.keyboard("{Escape}");
  expect(screen.getByLabelText("Passage")).toHaveValue("Egypt.");
  expect(screen.getByLabelText("Passage")).not.toHaveFocus();
});

test("keys that choose among characters are no commands", () => {
  openScreen();
  const field = text();
  field.focus();
  fireEvent.keyDown(field, { key: "Escape", isComposing: true });
  expect(field).toHaveFocus();
  fireEvent.keyDown(field, { key: "Escape" });
  expect(field).not.toHaveFocus();
});

test("the question has the focus when it opens, and a concern outlives its dialog", async () => {
  const { user } = openScreen();
  expect(screen.getByRole("heading", { name: "who uses a plumb bob" })).toHaveFocus();
  await user.keyboard("c");
  const field = await screen.findByRole("textbox", { name: "What is wrong and why" });
  await user.type(field, "No such tripod");
  await user.keyboard("{Escape}");
  await waitFor(() => {
    expect(screen.queryByRole("dialog")).toBeNull();
  });
  await user.keyboard("c");
  expect(await screen.findByRole("textbox", { name: "What is wrong and why" })).toHaveValue(
    "No such tripod",
  );
});

test("a concern that is typed but not kept is neither left behind nor lost", async () => {
  const complete = { ...DRAFT, long_form_answer: "Masons and surveyors use it." };
  const assignment = buildLongForm({ draft: complete });
  const first = openScreen({ assignment });
  await first.user.keyboard("c");
  await first.user.type(
    await screen.findByRole("textbox", { name: "What is wrong and why" }),
    "No such tripod",
  );
  await first.user.keyboard("{Escape}");
  await waitFor(() => {
    expect(screen.queryByRole("dialog")).toBeNull();
  });
  await first.user.click(screen.getByRole("button", { name: /^Submit/ }));
  expect(await screen.findByText(/^Keep or clear the concern that you are typing/)).toBeVisible();
  expect(await screen.findByRole("textbox", { name: "What is wrong and why" })).toHaveValue(
    "No such tripod",
  );
  expect(first.requests.some(({ path }) => path.endsWith("submit/"))).toBe(false);

  cleanup();
  const { requests, onSubmitted, user } = openScreen({ assignment });
  await user.keyboard("c");
  await user.click(await screen.findByRole("button", { name: "Keep the concern" }));
  await user.click(screen.getByRole("button", { name: /^Submit/ }));
  await waitFor(() => {
    expect(onSubmitted).toHaveBeenCalled();
  });
  expect(requests.find(({ path }) => path.endsWith("submit/"))?.body).toMatchObject({
    concern: "No such tripod",
  });
});

test("without pages a piece names its page by a title of the annotator's", async () => {
  const assignment = buildLongForm({ disambiguations: [], pages: [], regime: "no_context" });
  const { requests, user } = openScreen({ assignment });
  await user.keyboard("n");
  await screen.findByLabelText("Passage");
  await user.paste("Masons have used it since Egypt.");
  await user.click(screen.getByLabelText("Title of the page"));
  await user.paste(" History of the plumb bob ");
  await user.keyboard("{Control>}{Enter}{/Control}");
  const pieces = within(screen.getByRole("region", { name: "Knowledge" }));
  expect(pieces.getByText("History of the plumb bob")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Change piece 1" }));
  expect(screen.getByLabelText("Title of the page")).toHaveValue("History of the plumb bob");
  await user.clear(screen.getByLabelText("Title of the page"));
  await user.click(screen.getByRole("button", { name: "Keep" }));
  expect(pieces.getByText("Another source")).toBeVisible();
  await waitFor(() => {
    const drafts = requests.filter(({ method }) => method === "PUT");
    expect(drafts.at(-1)?.body).toMatchObject({ knowledge: [{ page_title: null, page: null }] });
  });
});

test("a piece from another source than the pages can name it", async () => {
  const { requests, user } = openScreen();
  await user.keyboard("n");
  await screen.findByLabelText("Passage");
  await user.paste("Masons have used it since Egypt.");
  expect(screen.queryByLabelText("Title of the page")).toBeNull();
  await user.selectOptions(
    screen.getByRole("combobox", { name: "From the page" }),
    "Another source",
  );
  await user.click(screen.getByLabelText("Title of the page"));
  await user.paste("Egyptian tools");
  await user.click(screen.getByRole("button", { name: "Add" }));
  await waitFor(() => {
    const drafts = requests.filter(({ method }) => method === "PUT");
    expect(drafts.at(-1)?.body).toMatchObject({ knowledge: [{ page_title: "Egyptian tools" }] });
  });
});

test("a passage that is typed but not added is neither left behind nor lost", async () => {
  const complete = { ...DRAFT, long_form_answer: "Masons and surveyors use it." };
  const assignment = buildLongForm({ draft: complete });
  const first = openScreen({ assignment });
  await first.user.keyboard("n");
  await screen.findByLabelText("Passage");
  await first.user.paste("Masons have used it since Egypt.");
  await first.user.click(screen.getByRole("button", { name: /^Submit/ }));
  expect(await screen.findByText(/^Add or cancel the passage that you are typing/)).toBeVisible();
  expect(screen.getByLabelText("Passage")).toHaveFocus();
  expect(first.requests.some(({ path }) => path.endsWith("submit/"))).toBe(false);

  cleanup();
  const { requests, onSubmitted, user } = openScreen({ assignment });
  expect(screen.getByLabelText("Passage")).toHaveValue("Masons have used it since Egypt.");
  expect(screen.getByLabelText("Passage")).not.toHaveFocus();
  await user.click(screen.getByRole("button", { name: "Add" }));
  await user.click(screen.getByRole("button", { name: /^Submit/ }));
  await waitFor(() => {
    expect(onSubmitted).toHaveBeenCalled();
  });
  expect(requests.find(({ path }) => path.endsWith("submit/"))?.body).toMatchObject({
    knowledge: [{ content: "Masons have used it since Egypt." }],
  });

  cleanup();
  openScreen({ assignment: buildLongForm({ draft: null }) });
  expect(screen.queryByLabelText("Passage")).toBeNull();
});

test("a passage that was being typed keeps its page when this tab is loaded again", async () => {
  const { user } = openScreen();
  await user.keyboard("n");
  await screen.findByLabelText("Passage");
  await user.paste("Masons have used it since Egypt.");
  await user.selectOptions(screen.getByRole("combobox", { name: "From the page" }), "Mason");
  cleanup();
  const again = openScreen();
  await again.user.click(screen.getByRole("button", { name: "Add" }));
  await waitFor(() => {
    const drafts = again.requests.filter(({ method }) => method === "PUT");
    expect(drafts.at(-1)?.body).toMatchObject({ knowledge: [{ page_title: "Mason" }] });
  });
});

test("a piece that was being changed is not lost when this tab is loaded again", async () => {
  const piece = { page: null, page_title: "Mason", start_token: null, end_token: null };
  const knowledge = [{ content: "Masons use it.", ...piece }];
  const assignment = buildLongForm({ draft: { ...DRAFT, knowledge } });
  const { user } = openScreen({ assignment });
  await user.click(screen.getByRole("button", { name: "Change piece 1" }));
  await user.clear(screen.getByLabelText("Passage"));
  await user.paste("Masons used it.");
  cleanup();
  const again = openScreen({ assignment });
  expect(screen.getByLabelText("Passage")).toHaveValue("Masons used it.");
  expect(screen.getByRole("combobox", { name: "From the page" })).toHaveDisplayValue("Mason");
  await again.user.click(screen.getByRole("button", { name: "Keep" }));
  await waitFor(() => {
    const drafts = again.requests.filter(({ method }) => method === "PUT");
    expect(drafts.at(-1)?.body).toMatchObject({
      knowledge: [{ content: "Masons used it.", page_title: "Mason" }],
    });
  });
});

test("a passage that was begun and cancelled keeps nobody from submitting", async () => {
  const complete = { ...DRAFT, long_form_answer: "Masons and surveyors use it." };
  const { onSubmitted, user } = openScreen({ assignment: buildLongForm({ draft: complete }) });
  await user.keyboard("n");
  await screen.findByLabelText("Passage");
  await user.paste("Masons");
  await user.click(screen.getByRole("button", { name: "Cancel" }));
  await user.click(screen.getByRole("button", { name: /^Submit/ }));
  await waitFor(() => {
    expect(onSubmitted).toHaveBeenCalled();
  });
  expect(Object.keys(sessionStorage).filter((key) => key.includes("passage"))).toEqual([]);
});

test("single keys are no commands while a text is written", async () => {
  const { user } = openScreen({ assignment: buildLongForm({ draft: null }) });
  await user.type(text(), "ckpn?");
  expect(text()).toHaveValue("ckpn?");
  expect(screen.queryByRole("dialog")).toBeNull();
  await user.keyboard("{Escape}k");
  expect(await screen.findByRole("dialog", { name: "Keys" })).toBeVisible();
});

test("the time that is used is quiet and can be hidden", async () => {
  const { user } = openScreen();
  await user.click(screen.getByRole("button", { name: "12 of 60 min used. Hide the time." }));
  expect(screen.queryByText("12 of 60 min")).toBeNull();
  expect(screen.getByRole("button", { name: "Show the time" })).toBeVisible();
  expect(screen.getByText("3 today")).toBeVisible();
});

test.each([
  [3600, /^The 60 minutes for this question are used/, /you have another 60 minutes/],
  [60, /^The 1 minute for this question is used/, /you have another 1 minute/],
])("when %i s are used up the page says so and offers to go on", async (limit, over, another) => {
  const spent = { limit_seconds: limit, used_seconds: limit, is_up: true };
  const time = { ...buildLongForm().time, ...spent };
  const { user } = openScreen({ assignment: buildLongForm({ time, state: "expired" }) });
  expect(screen.getByText(over)).toBeVisible();
  expect(text()).toHaveValue("Masons use it.");
  await user.click(screen.getByRole("button", { name: "Continue this question" }));
  expect(await screen.findByText(another)).toBeVisible();
});

test("without context there are no disambiguations and no pages", () => {
  openScreen({
    assignment: buildLongForm({ disambiguations: [], pages: [], regime: "no_context" }),
  });
  expect(screen.queryByRole("list", { name: "Disambiguations" })).toBeNull();
  expect(screen.queryByRole("region", { name: "Pages" })).toBeNull();
  expect(screen.queryByRole("button", { name: /^Concern/ })).toBeNull();
  expect(screen.getByText("Content words in the support").nextSibling).toHaveTextContent("–");
  expect(text()).toBeVisible();
});

const COMPLETE = { ...DRAFT, long_form_answer: "Masons and surveyors use it." };
const REVISION: RevisionFacts = {
  notice: null,
  reasonFor: "change",
};

test("a submitted answer is changed with a reason", async () => {
  const { requests, onSubmitted, user } = openScreen({
    assignment: buildLongForm({ draft: COMPLETE, revising: 5, state: "submitted" }),
    revision: REVISION,
  });
  await user.click(screen.getByRole("button", { name: /^Submit/ }));
  expect(await screen.findByText("Say why you are changing the answer.")).toBeVisible();
  await user.click(screen.getByLabelText("Reason for the change"));
  await user.paste("A slip.");
  await user.click(screen.getByRole("button", { name: /^Submit/ }));
  await waitFor(() => {
    expect(onSubmitted).toHaveBeenCalled();
  });
  expect(requests.find(({ path }) => path.endsWith("revise/"))?.body).toMatchObject({
    reason: "A slip.",
    long_form_answer: "Masons and surveyors use it.",
  });
});

test("no piece of knowledge moves away under the one that is being changed", async () => {
  const piece = (content: string) => ({
    content,
    page: null,
    page_title: "Plumb bob",
    start_token: null,
    end_token: null,
  });
  const draft = { ...DRAFT, knowledge: [piece("A weight."), piece("A line.")] };
  const { user } = openScreen({ assignment: buildLongForm({ draft }) });
  await user.click(screen.getByRole("button", { name: "Change piece 2" }));
  fireEvent.change(screen.getByRole("textbox", { name: "Passage" }), {
    target: { value: "A line of silk." },
  });
  expect(screen.getByRole("button", { name: "Remove piece 1" })).toBeDisabled();
  expect(screen.getByRole("button", { name: "Change piece 1" })).toBeDisabled();
  await user.click(screen.getByRole("button", { name: "Keep" }));
  expect(screen.getByText("A line of silk.")).toBeVisible();
  expect(screen.getByRole("button", { name: "Remove piece 1" })).toBeEnabled();
});

test("nothing can be changed while the answer is under way", async () => {
  let isAway = true;
  const submit = () =>
    isAway ? { status: 503 } : { status: 201, json: { kind: "asqa", id: 3, is_late: false } };
  const draft = { ...DRAFT, long_form_answer: "Masons and Surveyors use it.", concern: "Wrong." };
  const { onSubmitted, user } = openScreen({ submit, assignment: buildLongForm({ draft }) });
  await user.click(screen.getByRole("button", { name: /^Submit/ }));
  expect(await screen.findByText("Waiting for the server…")).toBeVisible();
  expect(screen.getByRole("button", { name: "Withdraw" })).toBeDisabled();
  expect(screen.getByRole("button", { name: "Change" })).toBeDisabled();
  expect(screen.getByRole("button", { name: /^Concern/ })).toBeDisabled();
  const knowledge = screen.getByRole("region", { name: "Knowledge", hidden: true });
  expect(knowledge.closest("[inert]")).not.toBeNull();
  isAway = false;
  await waitFor(() => {
    expect(onSubmitted).toHaveBeenCalled();
  });
  expect(knowledge.closest("[inert]")).toBeNull();
});

test("what another tab has submitted can be read, but neither changed nor submitted", async () => {
  const closed = { code: "already_submitted", detail: "This question is already submitted." };
  const draft = { ...DRAFT, long_form_answer: "Masons and Surveyors use it." };
  const { requests, user } = openScreen({
    assignment: buildLongForm({ draft }),
    save: () => ({ status: 409, json: { ...closed, fields: {} } }),
  });
  await user.type(text(), " Often.");
  expect(await screen.findByText(/already submitted/, {}, { timeout: 4000 })).toBeVisible();
  expect(screen.getByRole("button", { name: /^Submit/ })).toBeDisabled();
  expect(screen.getByRole("button", { name: /^Park/ })).toBeDisabled();
  await user.type(text(), " Never.");
  await user.keyboard("{Control>}{Enter}{/Control}");
  expect(text()).toHaveValue("Masons and Surveyors use it. Often.");
  expect(requests.filter(({ path }) => path.endsWith("/submit/"))).toEqual([]);
});

function buildPiece(content: string): KnowledgePiece {
  return { content, page: null, page_title: "Plumb bob", start_token: null, end_token: null };
}

/** Changes piece 2 and takes the saved version, whose pieces are these. */
async function changeBeside(...saved: string[]) {
  const draft = { ...DRAFT, knowledge: [buildPiece("A weight."), buildPiece("A line.")] };
  const theirs = buildLongForm({
    version: 4,
    draft: { ...DRAFT, knowledge: saved.map(buildPiece) },
  });
  const stale = { code: "stale_draft", detail: "Stale.", fields: {}, assignment: theirs };
  const { user } = openScreen({
    assignment: buildLongForm({ draft }),
    save: () => ({ status: 409, json: stale }),
  });
  await user.click(screen.getByRole("button", { name: "Change piece 2" }));
  fireEvent.change(screen.getByLabelText("Passage"), { target: { value: "A line of silk." } });
  await user.type(text(), " Often.");
  await user.click(
    await screen.findByRole("button", { name: "Use the saved version" }, { timeout: 4000 }),
  );
  await waitFor(() => {
    expect(screen.queryByRole("dialog")).toBeNull();
  });
  return user;
}

test("a piece that another version no longer has is typed as a new one", async () => {
  const user = await changeBeside("A weight.", "A tripod.");
  expect(screen.getByText("A tripod.")).toBeVisible();
  expect(screen.getByLabelText("Passage")).toHaveValue("A line of silk.");
  await user.click(screen.getByRole("button", { name: "Add" }));
  expect(screen.getByText("A line of silk.")).toBeVisible();
  expect(screen.getByRole("button", { name: "Change piece 1" })).toBeEnabled();
});

test("another version with fewer pieces leaves the knowledge to be changed", async () => {
  const user = await changeBeside("A weight.");
  expect(screen.getByLabelText("Passage")).toHaveValue("A line of silk.");
  await user.click(screen.getByRole("button", { name: "Cancel" }));
  await user.click(screen.getByRole("button", { name: "Remove piece 1" }));
  expect(screen.getByText("You removed a piece.")).toBeVisible();
});

test("a piece that stands elsewhere in another version is changed there", async () => {
  const user = await changeBeside("A line.");
  expect(screen.getByLabelText("Passage")).toHaveValue("A line of silk.");
  await user.click(screen.getByRole("button", { name: "Keep" }));
  expect(screen.getByText("A line of silk.")).toBeVisible();
  expect(screen.queryByText("A line.")).toBeNull();
});

test("what is typed in a training answer doesn't turn up in an assignment with its id", async () => {
  const training = { ...assignmentTarget(7), storeKey: "training:ada:7" };
  const first = openScreen({ target: training });
  await first.user.keyboard("n");
  await screen.findByLabelText("Passage");
  await first.user.paste("Masons have used it since Egypt.");

  cleanup();
  openScreen();
  expect(screen.queryByLabelText("Passage")).toBeNull();

  cleanup();
  openScreen({ target: training });
  expect(screen.getByLabelText("Passage")).toHaveValue("Masons have used it since Egypt.");
});

test("a passage is shown again at each click on its name", async () => {
  const draft = {
    ...DRAFT,
    long_form_answer: "Masons use it to build walls upright. A tripod centres exactly.",
    knowledge: [buildPiece("A tripod centres exactly.")],
  };
  const { user } = openScreen({ assignment: buildLongForm({ draft }) });
  const support = within(screen.getByRole("region", { name: "Support by sentence" }));
  const context = () => screen.getByRole("button", { name: /^Context · Plumb bob/ });
  for (let clicks = 0; clicks < 2; clicks += 1) {
    await user.click(support.getByRole("button", { name: "Disambiguation 1" }));
    expect(context()).toHaveAttribute("aria-expanded", "true");
    await user.click(context());
    expect(context()).toHaveAttribute("aria-expanded", "false");
  }
  const scroll = vi.spyOn(window.HTMLElement.prototype, "scrollIntoView");
  await user.click(support.getByRole("button", { name: "Piece 1" }));
  await user.click(support.getByRole("button", { name: "Piece 1" }));
  expect(scroll).toHaveBeenCalledTimes(2);
  scroll.mockRestore();
});

test("a training answer offers no way to park it, neither as a button nor among the keys", async () => {
  const assignment = buildLongForm();
  const first = openScreen({ assignment });
  expect(screen.getByRole("button", { name: /^Park/ })).toBeVisible();
  await first.user.keyboard("k");
  expect(await screen.findByRole("heading", { name: "Leaving" })).toBeVisible();

  cleanup();
  const back = { to: "/projects/demo/training", label: "Back to training" };
  const { user } = openScreen({ assignment, target: { ...assignmentTarget(7), back } });
  expect(screen.queryByRole("button", { name: /^Park/ })).toBeNull();
  await user.keyboard("k");
  expect(await screen.findByRole("heading", { name: "Pages" })).toBeVisible();
  expect(screen.queryByRole("heading", { name: "Leaving" })).toBeNull();
});
