import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";

import type { Meeting } from "@/api/judging";
import { buildMe, buildRound } from "@/test/builders";
import { renderApp } from "@/test/render";
import { fakeServer } from "@/test/server";

import { MeetingScreen } from "./MeetingScreen";
import { buildAnswerOnScreen, buildMeeting } from "./testing";

const ROUND = "judgment-rounds/5/";
const MEETING = buildRound({ phase: "consensus", disagreements: 2, settled: 0 });
const MOVED = buildMeeting({
  revision: 2,
  on_screen: 2,
  answer: buildAnswerOnScreen({ number: 2 }),
});

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

/** A meeting that others can change by `become`. */
function serve(more: Parameters<typeof fakeServer>[0] = {}) {
  let current: Meeting | null = buildMeeting();
  const requests = fakeServer({
    [`GET ${ROUND}meeting/`]: () => {
      const { query } = requests.at(-1) ?? {};
      if (current === null) return { status: 503 };
      return Number(query?.since) === current.revision ? { status: 204 } : { json: current };
    },
    ...more,
  });
  const become = (next: Meeting | null) => {
    current = next;
    // Asks at once instead of in a second.
    fireEvent(window, new Event("online"));
  };
  return { requests, become };
}

function sent(requests: ReturnType<typeof serve>["requests"], method: string) {
  return requests.filter((each) => each.method === method).map(({ path, body }) => [path, body]);
}

/** Puts a text into the note, which has the focus. */
function write(text: string) {
  const note = screen.getByLabelText("A note for everybody");
  expect(note).toHaveFocus();
  fireEvent.change(note, { target: { value: text } });
}

async function join(me = buildMe()) {
  renderApp(<MeetingScreen round={MEETING} />, { me });
  return screen.findByRole("heading", { name: "who keeps ferry 0" });
}

test("all verdicts and justifications on the answer stand side by side", async () => {
  serve();
  await join();
  const votes = within(screen.getByRole("list", { name: "First verdicts" }));
  const [first, second] = votes.getAllByRole("listitem");
  expect(first).toHaveTextContent("Expert 1CorrectIt says so.");
  expect(second).toHaveTextContent("Expert 2 (you)WrongNo justification.Looked at the page");
  const listed = within(screen.getByRole("list", { name: "Answers" })).getAllByRole("button");
  expect(listed).toHaveLength(2);
  expect(screen.getByText("Live")).toBeVisible();
});

test("whoever chooses another answer moves everybody", async () => {
  const { requests } = serve({
    [`POST ${ROUND}meeting/show/`]: { json: { ...MOVED, shown_by_you: true } },
  });
  await join();
  await userEvent.keyboard("n");
  expect(await screen.findByRole("heading", { name: "who keeps ferry 2" })).toBeVisible();
  expect(sent(requests, "POST")).toEqual([["judgment-rounds/5/meeting/show/", { number: 2 }]]);
  expect(screen.getByText(/You brought this answer up/)).toBeVisible();
});

test("a move by somebody else is shown with their name, and told politely", async () => {
  const { become } = serve();
  await join();
  act(() => {
    become(MOVED);
  });
  expect(await screen.findByRole("heading", { name: "who keeps ferry 2" })).toBeVisible();
  expect(screen.getByText(/Expert 1 brought this answer up/)).toBeVisible();
  const log = screen.getByRole("log", { name: "What the others are doing" });
  expect(log).toHaveAttribute("aria-live", "polite");
  expect(log).toHaveTextContent("Expert 1 moved to answer 3: who keeps ferry 2");
});

test("a note that is being written stays with its answer when the others go on", async () => {
  const { requests, become } = serve({
    [`POST ${ROUND}answers/0/notes/`]: { status: 201, json: { id: 1 } },
  });
  await join();
  await userEvent.keyboard("m");
  write("The second ");
  act(() => {
    become(MOVED);
  });
  await screen.findByRole("heading", { name: "who keeps ferry 2" });
  expect(screen.getByText("Everybody has moved on to answer 3")).toBeVisible();
  write("The second line names him");
  expect(screen.getByLabelText("A note for everybody")).toHaveValue("The second line names him");
  await userEvent.keyboard("{Control>}{Enter}{/Control}");
  await waitFor(() => {
    expect(sent(requests, "POST")).toEqual([
      ["judgment-rounds/5/answers/0/notes/", { text: "The second line names him" }],
    ]);
  });
  await userEvent.keyboard("{Escape}");
  await waitFor(() => {
    expect(screen.queryByText("Everybody has moved on to answer 3")).toBeNull();
  });
  expect(screen.getByLabelText("A note for everybody")).toHaveValue("");
});

test("a draft outlives moves, news and a reload", async () => {
  const { become } = serve();
  await join();
  await userEvent.keyboard("m");
  write("Not sent yet");
  await userEvent.keyboard("{Escape}");
  act(() => {
    become(MOVED);
  });
  await screen.findByRole("heading", { name: "who keeps ferry 2" });
  expect(screen.getByLabelText("A note for everybody")).toHaveValue("");
  expect(screen.getByRole("img", { name: "You have unsent text here" })).toBeVisible();
  expect(sessionStorage.getItem("plumbline:meeting:5:lena")).toContain("Not sent yet");
  act(() => {
    become(buildMeeting({ revision: 3 }));
  });
  await screen.findByRole("heading", { name: "who keeps ferry 0" });
  expect(screen.getByLabelText("A note for everybody")).toHaveValue("Not sent yet");
});

test("two decisions at once are shown side by side, and neither is lost", async () => {
  const recorded = { verdict: "W", justification: "Theirs.", decided_at: "", version: 1 };
  let isFirst = true;
  const { requests } = serve({
    [`PUT ${ROUND}answers/0/consensus/`]: () => {
      if (!isFirst) return { json: buildMeeting({ revision: 5 }) };
      isFirst = false;
      const stale = { code: "stale_consensus", detail: "Stale.", fields: {}, consensus: recorded };
      return { status: 409, json: stale };
    },
  });
  await join();
  await userEvent.keyboard("1j");
  await userEvent.keyboard("Ours.");
  await userEvent.click(screen.getByRole("button", { name: "Record the consensus" }));
  const dialog = await screen.findByRole("dialog", { name: "Somebody recorded one first" });
  expect(within(dialog).getByText("Theirs.")).toBeVisible();
  expect(within(dialog).getByText("Ours.")).toBeVisible();
  // An Enter that was meant for the text chooses neither.
  await waitFor(() => {
    expect(dialog).toContainElement(document.activeElement as HTMLElement);
  });
  await userEvent.keyboard("{Enter}");
  await userEvent.click(within(dialog).getByRole("button", { name: "Record yours instead" }));
  await waitFor(() => {
    expect(sent(requests, "PUT").map(([, body]) => body)).toEqual([
      { verdict: "C", justification: "Ours.", version: 0 },
      { verdict: "C", justification: "Ours.", version: 1 },
    ]);
  });
});

test("a consensus that had arrived although the answer got lost is nobody else's", async () => {
  const consensus = { verdict: "C" as const, justification: "Ours.", decided_at: "", version: 1 };
  const meeting = buildMeeting({ revision: 2, answer: buildAnswerOnScreen({ consensus }) });
  const answers = [
    { status: 503 },
    { status: 409, json: { code: "stale_consensus", detail: "Stale.", fields: {}, meeting } },
  ];
  serve({ [`PUT ${ROUND}answers/0/consensus/`]: () => answers.shift() ?? { status: 500 } });
  await join();
  await userEvent.keyboard("1j");
  await userEvent.keyboard("Ours.");
  await userEvent.click(screen.getByRole("button", { name: "Record the consensus" }));
  expect(await screen.findByText(/^Not recorded/)).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Record the consensus" }));
  const change = await screen.findByRole("button", { name: "Change the consensus" });
  expect(change).toHaveAttribute("aria-disabled", "true");
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(screen.queryByText(/^Not recorded/)).toBeNull();
});

test("a consensus that not all experts said alone is recorded with its reason", async () => {
  const { requests } = serve({
    [`PUT ${ROUND}answers/0/consensus/`]: { json: buildMeeting({ revision: 5 }) },
  });
  await join();
  await userEvent.keyboard("1");
  const record = screen.getByRole("button", { name: "Record the consensus" });
  expect(record).toBeDisabled();
  expect(screen.getByText(/Required, since not every expert/)).toBeVisible();
  await userEvent.keyboard("j");
  await userEvent.keyboard(" {Control>}{Enter}{/Control}");
  expect(sent(requests, "PUT")).toEqual([]);
  await userEvent.keyboard("The table says so.");
  expect(record).toBeEnabled();
});

test("a lost connection is said, and what is on screen stays", async () => {
  const { become } = serve();
  await join();
  act(() => {
    become(null);
  });
  expect(await screen.findByText(/Connection lost/)).toBeVisible();
  expect(screen.getByRole("heading", { name: "who keeps ferry 0" })).toBeVisible();
  act(() => {
    become(MOVED);
  });
  expect(await screen.findByText("Live")).toBeVisible();
});

test("finishing lists what has no consensus yet", async () => {
  serve();
  await join();
  await userEvent.click(screen.getByRole("button", { name: /^Finish the round/ }));
  const missing = await screen.findByRole("list", { name: "Missing" });
  expect(within(missing).getAllByRole("listitem")).toHaveLength(2);
});

/** Keeps answers to changes back until `let` is called; to be used once the server is there. */
function holdChanges() {
  const ask = globalThis.fetch;
  const waiting: (() => void)[] = [];
  vi.stubGlobal("fetch", async (request: Request) => {
    if (request.method !== "GET") await new Promise<void>((resolve) => waiting.push(resolve));
    return ask(request);
  });
  return {
    letGo: () => {
      for (const resolve of waiting.splice(0)) resolve();
    },
  };
}

test("what is changed while a consensus is under way stays to be recorded", async () => {
  const consensus = { verdict: "C" as const, justification: "Both.", decided_at: "", version: 1 };
  const recorded = buildMeeting({ revision: 2, answer: buildAnswerOnScreen({ consensus }) });
  const { requests } = serve({ [`PUT ${ROUND}answers/0/consensus/`]: { json: recorded } });
  await join();
  const { letGo } = holdChanges();
  await userEvent.keyboard("1j");
  const text = screen.getByRole("textbox", { name: /Justification/ });
  fireEvent.change(text, { target: { value: "Both." } });
  await userEvent.keyboard("{Control>}{Enter}{/Control}");
  fireEvent.change(text, { target: { value: "Both. See the table." } });
  letGo();
  await userEvent.click(await screen.findByRole("button", { name: "Change the consensus" }));
  expect(text).toHaveValue("Both. See the table.");
  letGo();
  await waitFor(() => {
    expect(sent(requests, "PUT").map(([, body]) => body)).toEqual([
      { verdict: "C", justification: "Both.", version: 0 },
      { verdict: "C", justification: "Both. See the table.", version: 1 },
    ]);
  });
});

test("whoever turns back before the server has answered ends where they meant to", async () => {
  let revision = 1;
  const { requests } = serve({
    [`POST ${ROUND}meeting/show/`]: () => {
      const number = (requests.at(-1)?.body as { number: number } | undefined)?.number ?? 0;
      revision += 1;
      const answer = buildAnswerOnScreen({ number });
      return { json: buildMeeting({ revision, on_screen: number, answer, shown_by_you: true }) };
    },
  });
  await join();
  const { letGo } = holdChanges();
  await userEvent.keyboard("n");
  await userEvent.keyboard("p");
  letGo();
  await screen.findByRole("heading", { name: "who keeps ferry 2" });
  letGo();
  await screen.findByRole("heading", { name: "who keeps ferry 0" });
  expect(sent(requests, "POST").map(([, body]) => body)).toEqual([{ number: 2 }, { number: 0 }]);
});

test("what one expert has not sent is not the next one's", async () => {
  serve();
  await join();
  await userEvent.keyboard("m");
  write("Lena’s own");
  cleanup();
  await join(buildMe({ username: "omar" }));
  expect(screen.getByLabelText("A note for everybody")).toHaveValue("");
  expect(screen.queryByRole("img", { name: "You have unsent text here" })).toBeNull();
  cleanup();
  await join();
  expect(screen.getByLabelText("A note for everybody")).toHaveValue("Lena’s own");
});
