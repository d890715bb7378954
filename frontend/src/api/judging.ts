import { keepPreviousData, queryOptions } from "@tanstack/react-query";

import { api, read, readFrom } from "./client";
import type { components } from "./schema";

type Schemas = components["schemas"];

/** Correct, correct but debatable, wrong (NQ paper, section 4.2). */
export type Verdict = Schemas["JudgmentVerdict"];
export type Target = Schemas["JudgmentTarget"];
export type Phase = Schemas["JudgmentPhase"];
export type Round = Schemas["RoundOutput"];
export type Judgment = Schemas["JudgmentOutput"];
export type AnswerRow = Schemas["AnswerRowOutput"];
export type JudgedAnswer = Schemas["JudgedAnswerOutput"];
export type AnswerContext = Schemas["ContextOutput"];
export type Meeting = Schemas["MeetingOutput"];
export type MeetingAnswer = Schemas["MeetingRowOutput"];
export type AnswerOnScreen = Schemas["MeetingAnswerOutput"];
export type FirstVote = Schemas["FirstVoteOutput"];
type MeetingNote = Schemas["MeetingNoteOutput"];
export type Consensus = Schemas["ConsensusOutput"];

/** Characters that a justification and a note of the meeting may have. */
export const LONGEST_JUSTIFICATION = 10_000;

/** Lists are below the project's key; a round is not, since its page knows it before the project. */
export const judgingKeys = {
  rounds: (slug: string) => ["project", slug, "judgment-rounds"] as const,
  round: (id: number) => ["judgment-round", id] as const,
  answers: (id: number) => ["judgment-round", id, "answers"] as const,
  answer: (id: number, number: number) => ["judgment-round", id, "answers", number] as const,
  meeting: (id: number) => ["judgment-round", id, "meeting"] as const,
};

const ofRound = (id: number) => ({ params: { path: { id } } });
const ofAnswer = (id: number, number: number) => ({ params: { path: { id, number } } });

export const roundsQuery = (slug: string, page: number) =>
  queryOptions({
    queryKey: [...judgingKeys.rounds(slug), "list", page] as const,
    queryFn: ({ signal }) =>
      readFrom("/api/v1/projects/{slug}/judgment-rounds/", signal, {
        path: { slug },
        query: { page, page_size: 25 },
      }),
    placeholderData: keepPreviousData,
  });

export const roundQuery = (id: number) =>
  queryOptions({
    queryKey: judgingKeys.round(id),
    queryFn: ({ signal }) => readFrom("/api/v1/judgment-rounds/{id}/", signal, ofRound(id).params),
  });

interface AnswersQuery {
  page: number;
  page_size: number;
  open?: boolean;
}

export const answersQuery = (id: number, query: AnswersQuery) =>
  queryOptions({
    queryKey: [...judgingKeys.answers(id), "list", query] as const,
    queryFn: ({ signal }) =>
      readFrom("/api/v1/judgment-rounds/{id}/answers/", signal, { path: { id }, query }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

export const judgedAnswerQuery = (id: number, number: number) =>
  queryOptions({
    queryKey: judgingKeys.answer(id, number),
    queryFn: ({ signal }) =>
      readFrom(
        "/api/v1/judgment-rounds/{id}/answers/{number}/",
        signal,
        ofAnswer(id, number).params,
      ),
  });

/** The first answer that the caller has not judged yet, or null. */
export async function firstOpenAnswer(id: number): Promise<number | null> {
  const answers = await read(
    api.GET("/api/v1/judgment-rounds/{id}/answers/", {
      params: { path: { id }, query: { open: true, page_size: 1 } },
    }),
  );
  return answers.results[0]?.number ?? null;
}

export interface JudgmentBody {
  verdict: Verdict | null;
  justification: string;
  version: number;
}

export function saveJudgment(id: number, number: number, body: JudgmentBody): Promise<Judgment> {
  return read(
    api.PUT("/api/v1/judgment-rounds/{id}/answers/{number}/judgment/", {
      ...ofAnswer(id, number),
      body,
    }),
  );
}

/** Brings the page around an answer; the first time in phase 1 is recorded. */
function openContext(id: number, number: number): Promise<AnswerContext> {
  return read(
    api.POST("/api/v1/judgment-rounds/{id}/answers/{number}/context/", ofAnswer(id, number)),
  );
}

/** The page, kept for as long as the answer is on screen; asking again records nothing more. */
export const contextQuery = (id: number, number: number) =>
  queryOptions({
    queryKey: [...judgingKeys.answer(id, number), "context"] as const,
    queryFn: async ({ client }) => {
      const context = await openContext(id, number);
      // The judgment says now that the page was opened.
      void client.invalidateQueries({ queryKey: judgingKeys.answer(id, number), exact: true });
      return context;
    },
    staleTime: Infinity,
  });

export function closeJudging(id: number): Promise<Round> {
  return read(api.POST("/api/v1/judgment-rounds/{id}/close/", ofRound(id)));
}

/** The meeting as it is now, or null when it still is what `since` was. */
export async function readMeeting(
  id: number,
  since: number | null,
  signal?: AbortSignal,
): Promise<Meeting | null> {
  const { data, response } = await api.GET("/api/v1/judgment-rounds/{id}/meeting/", {
    params: { path: { id }, query: since === null ? {} : { since } },
    signal,
  });
  return response.status === 204 ? null : (data ?? null);
}

/** Brings an answer on the screens of everybody in the meeting. */
export function showAnswer(id: number, number: number): Promise<Meeting> {
  return read(
    api.POST("/api/v1/judgment-rounds/{id}/meeting/show/", {
      ...ofRound(id),
      body: { number },
    }),
  );
}

/** Sending the same idempotency key again adds no second note. */
export function addNote(
  id: number,
  number: number,
  text: string,
  idempotencyKey: string,
): Promise<MeetingNote> {
  return read(
    api.POST("/api/v1/judgment-rounds/{id}/answers/{number}/notes/", {
      params: { path: { id, number }, header: { "Idempotency-Key": idempotencyKey } },
      body: { text },
    }),
  );
}

interface ConsensusBody {
  verdict: Verdict;
  justification: string;
  /** 0 if there is none yet. */
  version: number;
}

export function recordConsensus(id: number, number: number, body: ConsensusBody): Promise<Meeting> {
  return read(
    api.PUT("/api/v1/judgment-rounds/{id}/answers/{number}/consensus/", {
      ...ofAnswer(id, number),
      body,
    }),
  );
}

export function finishRound(id: number): Promise<Round> {
  return read(api.POST("/api/v1/judgment-rounds/{id}/finish/", ofRound(id)));
}
