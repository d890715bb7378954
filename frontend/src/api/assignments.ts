import { keepPreviousData, queryOptions } from "@tanstack/react-query";

import { api, read, readFrom } from "./client";
import { toApiError } from "./errors";
import { toLongForm } from "./longForm";
import { type ListQuery, listParams } from "./projects";
import { queryKeys } from "./queryKeys";
import type { components } from "./schema";
import type {
  ActiveSeconds,
  Annotation,
  Assignment,
  Draft,
  NaturalQuestionsAnswer,
  NaturalQuestionsAssignment,
  Page,
  Submitted,
} from "./types";

/** A reservation is kept for two minutes; past this many milliseconds it is not counted on. */
export const RESERVATION_MS = 110_000;

export const assignmentsQuery = (slug: string, query: ListQuery = {}) =>
  queryOptions({
    queryKey: queryKeys.assignments(slug, query),
    queryFn: ({ signal }) =>
      readFrom(
        "/api/v1/projects/{slug}/assignments/",
        signal,
        listParams<"/api/v1/projects/{slug}/assignments/">(slug, query),
      ),
    placeholderData: keepPreviousData,
  });

const NO_TIME: ActiveSeconds = { question: 0, long_answer: 0, short_answer: 0 };

/** A draft that a program saved may lack the times; the pages count on from zero then. */
export function toNaturalQuestions(
  answer: components["schemas"]["AssignmentOutput"],
): NaturalQuestionsAssignment {
  if (answer.kind !== "nq") throw toApiError(502, null);
  const { draft } = answer;
  if (draft === null) return { ...answer, draft: null };
  return { ...answer, draft: { ...draft, active_seconds: draft.active_seconds ?? NO_TIME } };
}

/** An assignment of either kind. */
export function toAssignment(answer: components["schemas"]["AssignmentOutput"]): Assignment {
  return answer.kind === "asqa" ? toLongForm(answer) : toNaturalQuestions(answer);
}

const at = (id: number) => ({ params: { path: { id } } });

/** What asks for the page's rendering, too, where the question was called good before. */
const asking = (rendered: boolean) => (rendered ? { query: { page: "rendered" as const } } : {});

/** `rendered`: a page that is shown already comes with its rendering. */
export const assignmentQuery = (id: number, { rendered = false } = {}) =>
  queryOptions({
    queryKey: queryKeys.assignment(id),
    queryFn: async ({ signal }) =>
      toAssignment(
        await read(
          api.GET("/api/v1/assignments/{id}/", {
            params: { path: { id }, ...asking(rendered) },
            signal,
          }),
        ),
      ),
    // Never replaces work in progress or opens an old state or draft.
    gcTime: 0,
  });

/** The page of a question that is only reserved; null where none may be fetched ahead. */
export const pageAheadQuery = (id: number) =>
  queryOptions({
    queryKey: queryKeys.pageAhead(id),
    queryFn: async ({ signal }): Promise<Page | null> => {
      try {
        const { data } = await api.GET("/api/v1/assignments/{id}/page-ahead/", {
          ...at(id),
          signal,
        });
        return data ?? null;
      } catch {
        // Without it the page comes with the judgment.
        return null;
      }
    },
    // It is large, and of use as long as the reservation and the question that it becomes.
    gcTime: RESERVATION_MS,
    staleTime: Infinity,
  });

/**
 * The caller's open assignment, or else a new one; null when nothing is left. `ahead` reserves one
 * more for a short while instead. `rendered` as in `assignmentQuery`.
 */
export async function claimNextAssignment(
  slug: string,
  {
    ahead = false,
    rendered = false,
    signal,
  }: { ahead?: boolean; rendered?: boolean; signal?: AbortSignal } = {},
): Promise<Assignment | null> {
  const { data } = await api.POST("/api/v1/projects/{slug}/assignments/next/", {
    params: { path: { slug }, ...asking(rendered) },
    body: { ahead },
    ...(signal ? { signal } : {}),
  });
  return data ? toAssignment(data) : null;
}

/**
 * Throws an ApiError with code `stale_draft` whose body carries the current assignment. `keepalive`
 * lets the request outlive the page, for what is saved while it closes. `page` is the question's
 * page if it is loaded already, so that it is not sent again. With `rendered`, the answer to the
 * judgment brings the page's rendering, too.
 */
export async function saveDraft(
  id: number,
  draft: Draft & { version: number },
  {
    page = null,
    rendered = false,
    ...options
  }: { keepalive?: boolean; page?: Page | null; rendered?: boolean } = {},
): Promise<NaturalQuestionsAssignment> {
  const brings = rendered && draft.question_quality === "good" ? "rendered" : null;
  const wanted = page ? "0" : brings;
  const saved = await read(
    api.PUT("/api/v1/assignments/{id}/draft/", {
      params: { path: { id }, ...(wanted ? { query: { page: wanted } } : {}) },
      body: draft,
      ...options,
    }),
  );
  return toNaturalQuestions(saved.kind === "nq" ? { ...saved, page: saved.page ?? page } : saved);
}

/** The next assignment in a submission's response, if there is one. */
export function nextOf({ next }: Pick<Submitted, "next">): Assignment | null {
  return next ? toAssignment(next) : null;
}

/**
 * Sending the same idempotency key again answers with the annotation that is there already.
 * `takesNext`: the answer brings the next assignment, too.
 */
export async function submitAnswer(
  id: number,
  answer: NaturalQuestionsAnswer & {
    version?: number;
    active_seconds?: ActiveSeconds;
    word_jumps?: number | null;
  },
  idempotencyKey: string,
  { takesNext = false } = {},
): Promise<Annotation & Submitted> {
  const { question_quality } = answer;
  if (question_quality === null) {
    throw toApiError(400, { code: "invalid", detail: "Say first whether the question is good." });
  }
  return read(
    api.POST("/api/v1/assignments/{id}/submit/", {
      params: {
        path: { id },
        header: { "Idempotency-Key": idempotencyKey },
        ...(takesNext ? { query: { next: "1" as const } } : {}),
      },
      body: { ...answer, question_quality, client_version: __CLIENT_VERSION__ },
    }),
  );
}

/** Sets an assignment aside and asks the leads; without words it is only set aside. */
export async function parkWithQuestion(id: number, question: string): Promise<Assignment> {
  return toAssignment(
    await read(
      api.POST("/api/v1/assignments/{id}/park/", { ...at(id), body: { note: "", question } }),
    ),
  );
}

/** `skip` needs a note: the reason. */
export async function moveAssignment(
  id: number,
  action: "release" | "skip" | "park" | "resume",
  note = "",
): Promise<Assignment> {
  return toAssignment(
    await read(api.POST(`/api/v1/assignments/{id}/${action}/`, { ...at(id), body: { note } })),
  );
}
