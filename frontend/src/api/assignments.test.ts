import { expect, test } from "vitest";

import { buildOpenAssignment } from "@/test/builders";
import { fakeServer } from "@/test/server";

import { claimNextAssignment, moveAssignment, saveDraft, submitAnswer } from "./assignments";
import type { Assignment } from "./types";

const DRAFT = {
  question_quality: "good",
  bad_reason: "",
  word_jumps: 2,
  long_answer: { candidate_index: 4 },
  long_answer_decided: true,
  short_answers: [{ start_token: 10, end_token: 12 }],
  short_answer_decided: true,
  yes_no_answer: "NONE",
  stage: "review",
  active_seconds: { question: 1, long_answer: 2, short_answer: 3 },
} satisfies Assignment["draft"];

const ASSIGNMENT = buildOpenAssignment({ id: 5, version: 2, draft: DRAFT });

test("a page that is there already is not sent again", async () => {
  const requests = fakeServer({
    "PUT assignments/5/draft/": { json: { ...ASSIGNMENT, page: undefined } },
  });
  const answer = await saveDraft(5, { ...DRAFT, version: 1 }, "0");
  expect([requests[0]?.query, answer]).toEqual([{ page: "0" }, { ...ASSIGNMENT, page: null }]);
});

test("an open question comes with its rendering where that is wanted", async () => {
  const requests = fakeServer({ "POST projects/demo/assignments/next/": { json: ASSIGNMENT } });
  await claimNextAssignment("demo", { rendered: true });
  await claimNextAssignment("demo");
  expect(requests.map(({ query }) => query)).toEqual([{ page: "rendered" }, {}]);
});

test("claimNextAssignment gives null when nothing is left", async () => {
  const requests = fakeServer({ "POST projects/demo/assignments/next/": { status: 204 } });
  expect(await claimNextAssignment("demo", { ahead: true })).toBeNull();
  expect(requests[0]?.body).toEqual({ ahead: true });
});

test("a draft without times is sent without them", async () => {
  const requests = fakeServer({ "PUT assignments/5/draft/": { json: ASSIGNMENT } });
  await saveDraft(5, { ...DRAFT, active_seconds: null, version: 1 });
  expect(requests[0]?.body).not.toHaveProperty("active_seconds");
});

test("saveDraft sends the version that was read", async () => {
  const requests = fakeServer({ "PUT assignments/5/draft/": { json: ASSIGNMENT } });
  expect(await saveDraft(5, { ...DRAFT, version: 1 })).toEqual(ASSIGNMENT);
  expect(requests[0]?.body).toEqual({ ...DRAFT, version: 1 });
});

test("a stale draft's error carries the current assignment", async () => {
  const body = { code: "stale_draft", detail: "Newer.", fields: {}, assignment: ASSIGNMENT };
  fakeServer({ "PUT assignments/5/draft/": { status: 409, json: body } });
  await expect(saveDraft(5, { ...DRAFT, version: 1 })).rejects.toMatchObject({
    code: "stale_draft",
    body,
  });
});

test("submitAnswer sends the idempotency key and the client's version", async () => {
  const requests = fakeServer({ "POST assignments/5/submit/": { status: 201, json: { id: 9 } } });
  const answer = {
    question_quality: "bad",
    bad_reason: "",
    long_answer: null,
    short_answers: [],
    yes_no_answer: "NONE",
  } as const;
  await submitAnswer(5, { ...answer, short_answers: [], version: 2 }, "key-1");
  expect(requests[0]?.headers["idempotency-key"]).toBe("key-1");
  expect(requests[0]?.body).toEqual({ ...answer, version: 2, client_version: __CLIENT_VERSION__ });
});

test("moveAssignment sends the note", async () => {
  const requests = fakeServer({ "POST assignments/5/skip/": { json: ASSIGNMENT } });
  await moveAssignment(5, "skip", "I wrote this article");
  expect(requests[0]?.body).toEqual({ note: "I wrote this article" });
});
