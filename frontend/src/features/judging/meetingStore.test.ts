import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { ApiError, connectionError } from "@/api/errors";
import type { Meeting } from "@/api/judging";

import { describeNews } from "./meetingNews";
import { MeetingStore } from "./meetingStore";
import { buildAnswerOnScreen, buildMeeting } from "./testing";

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

type Answer = Meeting | null | ApiError;

/** A store whose server gives these answers one after the other, and then no news. */
function storeWith(answers: Answer[], { isWriting = false } = {}) {
  const asked: (number | null)[] = [];
  const store = new MeetingStore({
    read: (since) => {
      asked.push(since);
      const answer = answers.shift() ?? null;
      return answer instanceof ApiError ? Promise.reject(answer) : Promise.resolve(answer);
    },
    isWriting: () => isWriting,
    describe: describeNews,
    onSignedOut: () => undefined,
  });
  return { store, asked };
}

function hide(hidden: boolean) {
  vi.spyOn(document, "visibilityState", "get").mockReturnValue(hidden ? "hidden" : "visible");
  document.dispatchEvent(new Event("visibilitychange"));
}

test("news are asked for once a second, with the revision that is known", async () => {
  const { store, asked } = storeWith([buildMeeting({ revision: 7 })]);
  store.start();
  await vi.advanceTimersByTimeAsync(2_500);
  store.stop();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(asked).toEqual([null, 7, 7]);
});

test("nothing is asked while the tab is hidden, and at once when it is back", async () => {
  const { store, asked } = storeWith([buildMeeting({ revision: 7 })]);
  store.start();
  await vi.advanceTimersByTimeAsync(0);
  hide(true);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toEqual([null]);
  hide(false);
  await vi.advanceTimersByTimeAsync(0);
  expect(asked).toEqual([null, 7]);
  store.stop();
});

test("without an answer it is asked less and less often, and the meeting stays on screen", async () => {
  const lost = connectionError();
  const meeting = buildMeeting();
  const { store, asked } = storeWith([meeting, lost, lost, lost]);
  store.start();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(store.read()).toMatchObject({ meeting, connection: { kind: "lost" } });
  // Tried again after one, two and four seconds.
  await vi.advanceTimersByTimeAsync(3_000);
  expect(asked).toHaveLength(4);
  await vi.advanceTimersByTimeAsync(3_999);
  expect(asked).toHaveLength(4);
  await vi.advanceTimersByTimeAsync(1);
  expect(store.read().connection).toEqual({ kind: "live" });
  store.stop();
});

test("a refusal for good ends the asking and is told", async () => {
  const gone = new ApiError({ status: 404, code: "not_found", detail: "Gone." });
  const { store, asked } = storeWith([buildMeeting(), gone]);
  store.start();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toHaveLength(2);
  expect(store.read().connection).toEqual({ kind: "refused", error: gone });
  store.stop();
});

test("an answer that was overtaken by a newer one changes nothing", () => {
  const { store } = storeWith([]);
  store.accept(buildMeeting({ revision: 9 }));
  store.accept(buildMeeting({ revision: 8, on_screen: 2 }));
  expect(store.read().meeting?.on_screen).toBe(0);
});

const MOVED = buildMeeting({
  revision: 2,
  on_screen: 2,
  answer: buildAnswerOnScreen({ number: 2 }),
});

test("who writes about an answer goes on with it when others move on, until they are done", () => {
  const { store } = storeWith([], { isWriting: true });
  store.accept(buildMeeting());
  store.accept(MOVED);
  expect(store.read().held?.number).toBe(0);
  expect(store.read().meeting?.answer?.number).toBe(2);
  store.release();
  expect(store.read().held).toBeNull();
});

test("who only reads goes along at once, and is told who moved", () => {
  const { store } = storeWith([]);
  store.accept(buildMeeting());
  store.accept(MOVED);
  expect(store.read().held).toBeNull();
  expect(store.read().news).toEqual(["Expert 1 moved to answer 3: who keeps ferry 2"]);
});

test("what others do is told in sentences, what one does oneself is not", () => {
  const before = buildMeeting();
  const note = { id: 1, author: "Expert 1", is_you: false, text: "See line 2.", created_at: "" };
  const after = buildMeeting({
    phase: "finished",
    answer: buildAnswerOnScreen({ notes: [note, { ...note, id: 2, is_you: true }] }),
    answers: before.answers.map((answer) =>
      answer.number === 0 ? { ...answer, consensus: "C_d" } : answer,
    ),
    experts: before.experts.map((expert) => ({ ...expert, in_meeting: false })),
  });
  expect(describeNews(before, after)).toEqual([
    "Expert 1 wrote: See line 2.",
    "Consensus on answer 1: Correct (but debatable).",
    "Expert 1 left the meeting.",
    "The round is finished.",
  ]);
  const own = { ...MOVED, shown_by_you: true };
  expect(describeNews(before, own)).toEqual([]);
});
