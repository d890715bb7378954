import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { submitAnswer } from "@/api/assignments";
import { fakeServer } from "@/test/server";

import { DraftStore, type DraftKind } from "./draftStore";
import { submitUntilAnswered } from "./submission";

const ANSWER = {
  question_quality: "bad" as const,
  bad_reason: "" as const,
  long_answer: null,
  short_answers: [],
  yes_no_answer: "NONE" as const,
};

const NO_DRAFTS: DraftKind<object> = {
  isDraft: (value): value is object => typeof value === "object",
  same: (one, other) => one === other,
};

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
});

afterEach(() => {
  vi.useRealTimers();
});

/** Submits to a server that gives these answers one after the other. */
async function submitTo(...answers: { status: number; json?: unknown }[]) {
  return submitAs("the same person", ...answers);
}

async function submitAs(
  person: "the same person" | "another person",
  ...answers: { status: number; json?: unknown }[]
) {
  const requests = fakeServer({
    "POST assignments/7/submit/": () => answers.shift() ?? { status: 500 },
  });
  const told: string[] = [];
  const store = new DraftStore(NO_DRAFTS, localStorage);
  const text = JSON.stringify(ANSWER);
  const key = store.submissionKey(7, text);
  const outcome = submitUntilAnswered({
    storeKey: 7,
    answer: text,
    send: (idempotencyKey) => submitAnswer(7, ANSWER, idempotencyKey),
    store,
    onRetry: ({ isSignedOut }) => told.push(...(isSignedOut ? ["signed out"] : []), "retry"),
    isAnotherPerson: () => Promise.resolve(person === "another person"),
  });
  await vi.advanceTimersByTimeAsync(10_000);
  const keys = requests.map(({ headers }) => headers["idempotency-key"]);
  return { outcome: await outcome, keys, key, told };
}

test("a server that fails is asked again with the same key", async () => {
  const { outcome, keys, key, told } = await submitTo(
    { status: 503 },
    { status: 502 },
    { status: 200, json: { id: 3 } },
  );
  expect(outcome).toEqual({ kind: "accepted", annotation: { id: 3 } });
  expect([keys, told]).toEqual([
    [key, key, key],
    ["retry", "retry"],
  ]);
  expect(localStorage).toHaveLength(0);
});

test("somebody who is signed out is told, and the answer goes out afterwards", async () => {
  const { outcome, told } = await submitTo({ status: 401 }, { status: 201, json: { id: 3 } });
  expect([outcome.kind, told]).toEqual(["accepted", ["signed out", "retry"]]);
});

test("an answer never goes out as somebody else who has signed in since", async () => {
  const { outcome, keys } = await submitAs("another person", { status: 401 }, { status: 201 });
  expect([outcome.kind, keys.length]).toEqual(["refused", 1]);
  expect(localStorage).not.toHaveLength(0);
});

test("a later draft of another tab is told apart from a refusal", async () => {
  const stale = { status: 409, json: { code: "stale_draft", detail: "Stale.", fields: {} } };
  expect((await submitTo(stale)).outcome).toEqual({ kind: "stale" });
  const closed = { status: 409, json: { code: "already_submitted", detail: "Done.", fields: {} } };
  expect((await submitTo(closed)).outcome).toMatchObject({
    kind: "refused",
    error: { code: "already_submitted", detail: "Done." },
  });
});
