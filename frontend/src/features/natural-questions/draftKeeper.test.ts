import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { ApiError } from "@/api/errors";
import type { Assignment, Draft } from "@/api/types";

import { DraftKeeper, restoreDraft, type SaveState } from "./draftKeeper";
import { DraftStore } from "./draftStore";

const TIME = { question: 1, long_answer: 0, short_answer: 0 };

function draft(candidate: number | null): Draft {
  return {
    question_quality: "good",
    long_answer: candidate === null ? null : { candidate_index: candidate },
    long_answer_decided: candidate !== null,
    short_answers: [],
    yes_no_answer: "NONE",
    short_answer_decided: false,
    stage: "long_answer",
    active_seconds: TIME,
  };
}

function assignment(version: number, saved: Draft | null): Assignment {
  return {
    id: 7,
    project: "demo",
    state: "open",
    version,
    lease_expires_at: null,
    note: "",
    created_at: "2026-01-01T00:00:00Z",
    question: { id: 1, text: "who" },
    page: null,
    draft: saved,
  };
}

function stale(theirs: Assignment): ApiError {
  return new ApiError({
    status: 409,
    code: "stale_draft",
    detail: "Stale.",
    body: { assignment: theirs },
  });
}

const LOST = new ApiError({ status: 0, code: "no_connection", detail: "Lost." });

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
});

afterEach(() => {
  vi.useRealTimers();
});

/** A keeper whose requests are answered in turn by `answers`; the last one is used again. */
function keeperWith(...answers: ((sent: Draft & { version: number }) => Assignment)[]) {
  const sent: (Draft & { version: number })[] = [];
  const states: SaveState["kind"][] = [];
  const store = new DraftStore(localStorage);
  const accept = (body: Draft & { version: number }) => assignment(body.version + 1, body);
  const keeper = new DraftKeeper({
    assignment: assignment(0, null),
    store,
    send: (body) => {
      sent.push(body);
      const answer = answers.length > 1 ? answers.shift() : answers[0];
      return new Promise((resolve) => {
        resolve((answer ?? accept)(body));
      });
    },
    onState: ({ kind }) => states.push(kind),
    onSaved: () => undefined,
  });
  const candidates = () => sent.map((body) => [body.version, body.long_answer?.candidate_index]);
  return { keeper, store, states, candidates, accept };
}

const fail = (error: ApiError) => () => {
  throw error;
};

test("changes are saved together within two seconds, in the browser at once", async () => {
  const { keeper, store, states, candidates } = keeperWith();
  keeper.keep(draft(1));
  expect(store.read(7)?.draft).toEqual(draft(1));
  await vi.advanceTimersByTimeAsync(500);
  keeper.keep(draft(2));
  expect(candidates()).toEqual([]);
  await vi.advanceTimersByTimeAsync(1_500);
  expect(candidates()).toEqual([[0, 2]]);
  expect(states).toEqual(["saving", "saved"]);
  expect(store.read(7)).toBeNull();
});

test("a change of stage is sent at once, and what follows waits for the answer", async () => {
  const { keeper, candidates } = keeperWith();
  keeper.keep(draft(1), { soon: true });
  keeper.keep(draft(2), { soon: true });
  expect(candidates()).toEqual([[0, 1]]);
  await vi.advanceTimersByTimeAsync(0);
  expect(candidates()).toEqual([
    [0, 1],
    [1, 2],
  ]);
});

test("without a connection the draft stays in the browser and is sent again", async () => {
  const { keeper, store, states, candidates, accept } = keeperWith(fail(LOST), fail(LOST), (body) =>
    accept(body),
  );
  keeper.keep(draft(1), { soon: true });
  await vi.advanceTimersByTimeAsync(0);
  expect(states.at(-1)).toBe("offline");
  expect(store.read(7)?.draft).toEqual(draft(1));
  await vi.advanceTimersByTimeAsync(3_000);
  expect(candidates()).toHaveLength(3);
  expect(states.at(-1)).toBe("saved");
  expect(store.read(7)).toBeNull();
});

test("signed out, the draft is kept and sent after signing in", async () => {
  const refused = new ApiError({ status: 401, code: "not_authenticated", detail: "Sign in." });
  const { keeper, states, accept } = keeperWith(fail(refused), (body) => accept(body));
  keeper.keep(draft(1), { soon: true });
  await vi.advanceTimersByTimeAsync(0);
  expect(states.at(-1)).toBe("signed_out");
  keeper.flush();
  await vi.advanceTimersByTimeAsync(0);
  expect(states.at(-1)).toBe("saved");
});

test("a later version of another tab is a conflict, and mine can win", async () => {
  const theirs = assignment(5, draft(9));
  const { keeper, states, candidates, accept } = keeperWith(fail(stale(theirs)), (body) =>
    accept(body),
  );
  keeper.keep(draft(1), { soon: true });
  await vi.advanceTimersByTimeAsync(0);
  expect(keeper.state).toEqual({ kind: "conflict", mine: draft(1), theirs });
  keeper.keep(draft(2), { soon: true });
  expect(candidates()).toHaveLength(1);
  expect(keeper.resolve("mine")).toBeNull();
  await vi.advanceTimersByTimeAsync(0);
  expect(candidates()).toEqual([
    [0, 1],
    [5, 1],
  ]);
  expect(states.at(-1)).toBe("saved");
});

test("a later version of another tab can win", async () => {
  const theirs = assignment(5, draft(9));
  const { keeper, store } = keeperWith(fail(stale(theirs)));
  keeper.keep(draft(1), { soon: true });
  await vi.advanceTimersByTimeAsync(0);
  expect(keeper.resolve("theirs")).toBe(theirs);
  expect([keeper.state.kind, keeper.knownVersion, store.read(7)]).toEqual(["saved", 5, null]);
});

test("a draft that had arrived although the answer got lost is no conflict", async () => {
  const { keeper, states } = keeperWith(fail(stale(assignment(1, draft(1)))));
  keeper.keep(draft(1), { soon: true });
  await vi.advanceTimersByTimeAsync(0);
  expect([states.at(-1), keeper.knownVersion]).toEqual(["saved", 1]);
});

test("an earlier draft whose answer got lost is no conflict for the later one", async () => {
  const { keeper, states, candidates, accept } = keeperWith(
    fail(LOST),
    fail(LOST),
    fail(stale(assignment(1, draft(1)))),
    (body) => accept(body),
  );
  keeper.keep(draft(1), { soon: true });
  await vi.advanceTimersByTimeAsync(0);
  keeper.keep(draft(2), { soon: true });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(candidates()).toEqual([
    [0, 1],
    [0, 2],
    [0, 2],
    [1, 2],
  ]);
  expect([states.includes("conflict"), states.at(-1), keeper.knownVersion]).toEqual([
    false,
    "saved",
    2,
  ]);
});

test("what somebody else saved after a lost answer is still a conflict", async () => {
  const { keeper, states } = keeperWith(fail(LOST), fail(stale(assignment(3, draft(9)))));
  keeper.keep(draft(1), { soon: true });
  await vi.advanceTimersByTimeAsync(0);
  keeper.keep(draft(2), { soon: true });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(states.at(-1)).toBe("conflict");
});

test("an assignment that takes no drafts any more says so and is not asked again", async () => {
  const gone = new ApiError({ status: 409, code: "not_open", detail: "Already submitted." });
  const { keeper, states, candidates } = keeperWith(fail(gone));
  keeper.keep(draft(1), { soon: true });
  await vi.advanceTimersByTimeAsync(60_000);
  expect([states.at(-1), candidates().length]).toEqual(["closed", 1]);
});

test("a held keeper sends only when it is let go", async () => {
  const { keeper, candidates } = keeperWith();
  keeper.hold();
  keeper.keep(draft(1), { soon: true });
  await vi.advanceTimersByTimeAsync(5_000);
  expect(candidates()).toEqual([]);
  keeper.unhold();
  expect(candidates()).toEqual([[0, 1]]);
});

test("settling waits for what is under way and sends nothing more", async () => {
  const { keeper, candidates } = keeperWith();
  keeper.keep(draft(1), { soon: true });
  keeper.keep(draft(2));
  await keeper.settle();
  expect(keeper.knownVersion).toBeGreaterThan(0);
  keeper.stop({ forget: true });
  await vi.advanceTimersByTimeAsync(5_000);
  expect(candidates().length).toBeLessThanOrEqual(2);
  expect(new DraftStore(localStorage).read(7)).toBeNull();
});

test("no draft overtakes a submission, whatever would send it", async () => {
  const { keeper, candidates } = keeperWith();
  keeper.hold();
  keeper.keep(draft(1));
  await keeper.settle();
  keeper.unhold();
  keeper.flush();
  keeper.keep(draft(2), { soon: true });
  await vi.advanceTimersByTimeAsync(5_000);
  expect(candidates()).toEqual([]);
  keeper.goOn();
  await vi.advanceTimersByTimeAsync(0);
  expect(candidates()).toEqual([[0, 2]]);
});

test("what only the browser has is gone on with", () => {
  const store = new DraftStore(localStorage);
  store.write(7, { draft: draft(2), version: 3, sent: null });
  expect(restoreDraft(assignment(3, draft(1)), store)).toEqual({
    kind: "browser",
    draft: draft(2),
  });
});

test("what the browser sent before it was closed is no conflict", () => {
  const store = new DraftStore(localStorage);
  store.write(7, { draft: draft(2), version: 3, sent: draft(1) });
  expect(restoreDraft(assignment(4, draft(1)), store).kind).toBe("browser");
});

test("another draft on the server than the one it was made from is a conflict", () => {
  const store = new DraftStore(localStorage);
  store.write(7, { draft: draft(2), version: 3, sent: null });
  expect(restoreDraft(assignment(4, draft(1)), store)).toEqual({
    kind: "conflict",
    mine: draft(2),
  });
});

test("the server's draft is taken when the browser has the same or nothing readable", () => {
  const store = new DraftStore(localStorage);
  expect(restoreDraft(assignment(4, draft(1)), store)).toEqual({ kind: "server" });
  store.write(7, { draft: draft(1), version: 3, sent: null });
  expect(restoreDraft(assignment(4, draft(1)), store)).toEqual({ kind: "server" });
  localStorage.setItem("plumbline:draft:7", "{broken");
  expect(restoreDraft(assignment(4, draft(1)), store)).toEqual({ kind: "server" });
});

test("the key of a submission stays the same until it is forgotten", () => {
  const store = new DraftStore(localStorage);
  const key = store.submissionKey(7);
  expect(new DraftStore(localStorage).submissionKey(7)).toBe(key);
  store.forgetSubmissionKey(7);
  expect(store.submissionKey(7)).not.toBe(key);
});

test("without storage everything goes on", () => {
  const store = new DraftStore(null);
  store.write(7, { draft: draft(1), version: 0, sent: null });
  expect([store.read(7), store.submissionKey(7).length > 10]).toEqual([null, true]);
});
