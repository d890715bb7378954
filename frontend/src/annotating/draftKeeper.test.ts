import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { ApiError } from "@/api/errors";
import type {
  Draft,
  NaturalQuestionsAssignment as Assignment,
} from "@/kinds/natural-questions/types";
import { buildOpenAssignment } from "@/test/builders";

import { DraftKeeper, restoreDraft, type SaveState } from "./draftKeeper";
import { DraftStore, type DraftKind } from "./draftStore";

const DRAFTS: DraftKind<Draft> = {
  isDraft: (value): value is Draft => "long_answer" in value,
  same: (one, other) => candidateOf(one) === candidateOf(other),
  seconds: ({ active_seconds }) => active_seconds?.question ?? 0,
};

function candidateOf(draft: Draft | null): number | null | undefined {
  return draft?.long_answer?.candidate_index ?? (draft ? null : undefined);
}

const TIME = { question: 1, long_answer: 0, short_answer: 0 };

function draft(candidate: number | null, question = TIME.question): Draft {
  return {
    question_quality: "good",
    bad_reason: "",
    word_jumps: 0,
    long_answer: candidate === null ? null : { candidate_index: candidate },
    long_answer_decided: candidate !== null,
    short_answers: [],
    yes_no_answer: "NONE",
    short_answer_decided: false,
    stage: "long_answer",
    active_seconds: { ...TIME, question },
  };
}

function assignment(version: number, saved: Draft | null): Assignment {
  return buildOpenAssignment({ id: 7, version, draft: saved });
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
  const states: SaveState<Assignment>["kind"][] = [];
  const store = new DraftStore(DRAFTS, localStorage);
  const accept = (body: Draft & { version: number }) => assignment(body.version + 1, body);
  const keeper = new DraftKeeper<Assignment>({
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
    [5, 2],
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
  expect(new DraftStore(DRAFTS, localStorage).read(7)).toBeNull();
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

test("time alone is saved without a word, once some has passed", async () => {
  const { keeper, states, candidates } = keeperWith();
  keeper.keep(draft(1), { soon: true });
  await vi.advanceTimersByTimeAsync(0);
  for (const seconds of [1.5, 5, 5.5]) {
    keeper.saveTime(draft(1, seconds));
    await vi.advanceTimersByTimeAsync(0);
  }
  expect(candidates()).toEqual([
    [0, 1],
    [1, 1],
  ]);
  expect([states, keeper.knownVersion]).toEqual([["saving", "saved"], 2]);
});

test("time goes along with a change that waits", async () => {
  const { keeper, candidates, store } = keeperWith();
  keeper.keep(draft(1));
  keeper.saveTime(draft(1, 5));
  await vi.advanceTimersByTimeAsync(5_000);
  expect([candidates(), store.read(7)]).toEqual([[[0, 1]], null]);
});

test("no time is saved for a held question, beside a submission or after it", async () => {
  const { keeper, candidates, store } = keeperWith();
  keeper.hold();
  keeper.saveTime(draft(1, 5));
  keeper.unhold();
  await keeper.settle();
  keeper.saveTime(draft(1, 10));
  keeper.stop({ forget: true });
  keeper.saveTime(draft(1, 15));
  await vi.advanceTimersByTimeAsync(5_000);
  expect([candidates(), store.read(7)]).toEqual([[], null]);
});

test("what another tab has saved stands in the way of time without a conflict", async () => {
  const late = fail(stale(assignment(5, draft(9))));
  const { keeper, states, accept } = keeperWith((body) => accept(body), late, late);
  keeper.keep(draft(1), { soon: true });
  await vi.advanceTimersByTimeAsync(0);
  keeper.saveTime(draft(1, 5));
  await vi.advanceTimersByTimeAsync(0);
  expect(states.at(-1)).toBe("saved");
  // The next change finds it.
  keeper.keep(draft(2), { soon: true });
  await vi.advanceTimersByTimeAsync(0);
  expect(states.at(-1)).toBe("conflict");
});

test("another tab that has saved nothing but its time is no conflict", async () => {
  const { keeper, states, candidates, accept } = keeperWith(
    (body) => accept(body),
    fail(stale(assignment(5, draft(1, 30)))),
    (body) => accept(body),
  );
  keeper.keep(draft(1), { soon: true });
  await vi.advanceTimersByTimeAsync(0);
  keeper.keep(draft(2), { soon: true });
  await vi.advanceTimersByTimeAsync(0);
  expect(candidates()).toEqual([
    [0, 1],
    [1, 2],
    [5, 2],
  ]);
  expect([states.includes("conflict"), states.at(-1)]).toEqual([false, "saved"]);
});

test("what only the browser has is gone on with", () => {
  const store = new DraftStore(DRAFTS, localStorage);
  store.write(7, { draft: draft(2), version: 3, sent: null });
  expect(restoreDraft(assignment(3, draft(1)), store)).toEqual({
    kind: "browser",
    draft: draft(2),
  });
});

test("what the browser sent before it was closed is no conflict", () => {
  const store = new DraftStore(DRAFTS, localStorage);
  store.write(7, { draft: draft(2), version: 3, sent: draft(1) });
  expect(restoreDraft(assignment(4, draft(1)), store).kind).toBe("browser");
});

test("what goes on changing while a draft is under way is no conflict after a reload", async () => {
  const { keeper, store } = keeperWith(fail(LOST));
  keeper.keep(draft(1), { soon: true });
  keeper.keep(draft(2));
  expect(restoreDraft(assignment(1, draft(1)), store).kind).toBe("browser");
  await vi.advanceTimersByTimeAsync(5_000);
  keeper.keep(draft(3));
  keeper.stop();
  for (const arrived of [1, 2]) {
    expect(restoreDraft(assignment(1, draft(arrived)), store).kind).toBe("browser");
  }
  expect(restoreDraft(assignment(1, draft(9)), store).kind).toBe("conflict");
});

test("a later version is taken for one's own only where it was sent from here", async () => {
  const { keeper } = keeperWith(fail(LOST));
  keeper.keep(draft(1), { soon: true });
  await keeper.settle();
  expect(keeper.takeOwn(assignment(1, draft(9)), draft(2))).toBe(false);
  expect(keeper.takeOwn(assignment(0, draft(1)), draft(2))).toBe(false);
  expect(keeper.takeOwn(assignment(1, draft(1)), draft(2))).toBe(true);
  expect(keeper.knownVersion).toBe(1);
});

test("another draft on the server than the one it was made from is a conflict", () => {
  const store = new DraftStore(DRAFTS, localStorage);
  store.write(7, { draft: draft(2), version: 3, sent: null });
  expect(restoreDraft(assignment(4, draft(1)), store)).toEqual({
    kind: "conflict",
    mine: draft(2),
  });
});

test("the server's draft is taken when the browser has the same or nothing readable", () => {
  const store = new DraftStore(DRAFTS, localStorage);
  expect(restoreDraft(assignment(4, draft(1)), store)).toEqual({ kind: "server" });
  store.write(7, { draft: draft(1), version: 3, sent: null });
  expect(restoreDraft(assignment(4, draft(1)), store)).toEqual({ kind: "server" });
  localStorage.setItem("plumbline:draft:7", "{broken");
  expect(restoreDraft(assignment(4, draft(1)), store)).toEqual({ kind: "server" });
});

test("the key of a submission stays the same until it is forgotten", () => {
  const store = new DraftStore(DRAFTS, localStorage);
  const key = store.submissionKey(7, "bad");
  expect(new DraftStore(DRAFTS, localStorage).submissionKey(7, "bad")).toBe(key);
  store.forgetSubmissionKey(7);
  expect(store.submissionKey(7, "bad")).not.toBe(key);
});

test("another answer never goes out with the key of one that may have arrived", () => {
  const store = new DraftStore(DRAFTS, localStorage);
  const key = store.submissionKey(7, "bad");
  const other = store.submissionKey(7, "good");
  expect(other).not.toBe(key);
  expect(store.submissionKey(7, "good")).toBe(other);
  localStorage.setItem("plumbline:submit:7", "{broken");
  expect(store.submissionKey(7, "good")).not.toBe(other);
});

test("without storage everything goes on", () => {
  const store = new DraftStore(DRAFTS, null);
  store.write(7, { draft: draft(1), version: 0, sent: null });
  expect([store.read(7), store.submissionKey(7, "bad").length > 10]).toEqual([null, true]);
});

test("no tab replaces or removes what another one keeps", () => {
  const [one, other] = ["one", "other"].map((tab) => new DraftStore(DRAFTS, localStorage, tab));
  one?.write(7, { draft: draft(1), version: 0, sent: null });
  other?.write(7, { draft: draft(2), version: 0, sent: null });
  other?.forget(7);
  expect(one?.read(7)?.draft).toEqual(draft(1));
});

test("what a tab that is gone had kept is taken over, and forgotten with the rest", () => {
  const [gone, here] = ["gone", "here"].map((tab) => new DraftStore(DRAFTS, localStorage, tab));
  gone?.write(7, { draft: draft(1), version: 0, sent: null });
  gone?.write("7:revision", { draft: draft(3), version: 0, sent: null });
  expect(here?.read(7)?.draft).toEqual(draft(1));
  here?.write(7, { draft: draft(2), version: 0, sent: null });
  expect(gone?.read(7)?.draft).toEqual(draft(2));
  gone?.write(7, { draft: draft(1), version: 0, sent: null });
  here?.write(7, { draft: draft(2), version: 0, sent: null });
  here?.forgetEverywhere(7);
  expect([gone?.read(7), here?.read(7)]).toEqual([null, null]);
  expect(here?.read("7:revision")?.draft).toEqual(draft(3));
});

test("what an earlier version kept is found", () => {
  const kept = { draft: draft(1), version: 0, sent: null };
  localStorage.setItem("plumbline:draft:7", JSON.stringify(kept));
  const store = new DraftStore(DRAFTS, localStorage);
  expect(store.read(7)).toEqual(kept);
  store.forget(7);
  expect(store.read(7)).toBeNull();
});

test("a refused draft is not sent again, and the next change is", async () => {
  const refusal = new ApiError({ status: 400, code: "invalid", detail: "Remove the NUL." });
  const { keeper, states, candidates, accept, store } = keeperWith(fail(refusal), (body) =>
    accept(body),
  );
  keeper.keep(draft(1), { soon: true });
  await vi.advanceTimersByTimeAsync(60_000);
  expect([states.at(-1), candidates()]).toEqual(["refused", [[0, 1]]]);
  expect(store.read(7)?.draft).toEqual(draft(1));
  keeper.keep(draft(2), { soon: true });
  await vi.advanceTimersByTimeAsync(0);
  expect([states.at(-1), candidates()]).toEqual([
    "saved",
    [
      [0, 1],
      [0, 2],
    ],
  ]);
});

test("what was refused and isn't kept is at risk until it is changed", async () => {
  const refusal = new ApiError({ status: 400, code: "invalid", detail: "Remove the NUL." });
  const { keeper } = keeperWith(fail(refusal), (body) => assignment(body.version + 1, body));
  const full = vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("Full.", "QuotaExceededError");
  });
  expect(keeper.isAtRisk).toBe(false);
  keeper.keep(draft(1), { soon: true });
  await vi.advanceTimersByTimeAsync(0);
  expect([keeper.state.kind, keeper.isAtRisk]).toEqual(["refused", true]);
  keeper.keep(draft(2), { soon: true });
  await vi.advanceTimersByTimeAsync(0);
  expect([keeper.state.kind, keeper.isAtRisk]).toEqual(["saved", false]);
  full.mockRestore();
});

test("where the browser keeps nothing, that is said, and closing the page is a risk", async () => {
  const { keeper } = keeperWith(fail(LOST));
  const full = vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("Full.", "QuotaExceededError");
  });
  keeper.keep(draft(1), { soon: true });
  await vi.advanceTimersByTimeAsync(0);
  expect([keeper.state, keeper.isAtRisk]).toEqual([{ kind: "offline", isKept: false }, true]);
  full.mockRestore();
  keeper.keep(draft(2));
  expect([keeper.state, keeper.isAtRisk]).toEqual([{ kind: "offline", isKept: true }, false]);
});
