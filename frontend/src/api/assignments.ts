import { keepPreviousData, queryOptions } from "@tanstack/react-query";

import { api, read, readFrom, signed } from "./client";
import { type ListQuery, listParams } from "./projects";
import { queryKeys } from "./queryKeys";
import { sentDraft, toSaved } from "./savedDrafts";
import type { Annotation, AnswerBody, Assignment, DraftBody, Page, Submitted } from "./types";

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

const at = (id: number) => ({ params: { path: { id } } });

/** What asks for the page's rendering, too, where the question was called good before. */
const asking = (rendered: boolean) => (rendered ? { query: { page: "rendered" as const } } : {});

export async function readAssignment(
  id: number,
  { rendered = false, ...options }: { rendered?: boolean; signal?: AbortSignal } = {},
): Promise<Assignment> {
  const params = { path: { id }, ...asking(rendered) };
  return await read(api.GET("/api/v1/assignments/{id}/", { params, ...options }));
}

/** `rendered`: a page that is shown already comes with its rendering. */
export const assignmentQuery = (id: number, { rendered = false } = {}) =>
  queryOptions({
    queryKey: queryKeys.assignment(id),
    queryFn: ({ signal }) => readAssignment(id, { rendered, signal }),
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
  return data ?? null;
}

/**
 * Throws an ApiError with code `stale_draft` whose body carries the current assignment. `page` is
 * "0" for a page that is loaded already, so that it isn't sent again, and "rendered" for one that
 * is to come with its rendering.
 */
export async function saveDraft(
  id: number,
  draft: DraftBody,
  page?: "0" | "rendered",
): Promise<Assignment> {
  const params = { path: { id }, ...(page ? { query: { page } } : {}) };
  return toSaved(
    await read(api.PUT("/api/v1/assignments/{id}/draft/", { params, ...sentDraft(draft) })),
  );
}

/** The next assignment in a submission's response, if there is one. */
export function nextOf({ next }: Pick<Submitted, "next">): Assignment | null {
  return next ?? null;
}

/**
 * Sending the same idempotency key again answers with the annotation that is there already. Throws
 * an ApiError with code `missing_short_answers` for a miss of a long-form answer that was not
 * acknowledged. `takesNext`: the answer brings the next assignment, too.
 */
export function submitAnswer(
  id: number,
  answer: AnswerBody,
  idempotencyKey: string,
  { takesNext = false } = {},
): Promise<Annotation & Submitted> {
  return read(
    api.POST("/api/v1/assignments/{id}/submit/", {
      params: {
        path: { id },
        header: { "Idempotency-Key": idempotencyKey },
        ...(takesNext ? { query: { next: "1" as const } } : {}),
      },
      body: signed(answer),
    }),
  );
}

/** Sets an assignment aside and asks the leads; without words it is only set aside. */
export async function parkWithQuestion(id: number, question: string): Promise<Assignment> {
  return await read(
    api.POST("/api/v1/assignments/{id}/park/", { ...at(id), body: { note: "", question } }),
  );
}

/** `skip` needs a note: the reason. */
export async function moveAssignment(
  id: number,
  action: "release" | "skip" | "park" | "resume",
  note = "",
): Promise<Assignment> {
  return await read(api.POST(`/api/v1/assignments/{id}/${action}/`, { ...at(id), body: { note } }));
}
