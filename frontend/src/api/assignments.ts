import { keepPreviousData, queryOptions } from "@tanstack/react-query";

import type { QueryParameters } from "./client";
import { projectPath, request } from "./client";
import { queryKeys } from "./queryKeys";
import type {
  ActiveSeconds,
  Annotation,
  Assignment,
  AssignmentSummary,
  Draft,
  NaturalQuestionsAnswer,
  Paginated,
} from "./types";

export const assignmentsQuery = (slug: string, query: QueryParameters = {}) =>
  queryOptions({
    queryKey: queryKeys.assignments(slug, query),
    queryFn: ({ signal }) =>
      request<Paginated<AssignmentSummary>>("GET", projectPath(slug, "assignments/"), {
        query,
        signal,
      }),
    placeholderData: keepPreviousData,
  });

export const assignmentQuery = (id: number) =>
  queryOptions({
    queryKey: queryKeys.assignment(id),
    queryFn: ({ signal }) => request<Assignment>("GET", `assignments/${id}/`, { signal }),
  });

/**
 * The caller's open assignment, else a new one; null when nothing is left. `ahead` reserves one more
 * for a short while instead.
 */
export function claimNextAssignment(
  slug: string,
  options: { ahead?: boolean; signal?: AbortSignal } = {},
): Promise<Assignment | null> {
  const { ahead = false, signal } = options;
  return request<Assignment | null>("POST", projectPath(slug, "assignments/next/"), {
    body: { ahead },
    ...(signal ? { signal } : {}),
  });
}

/** Throws an ApiError with code `stale_draft` whose body carries the current assignment. */
export function saveDraft(
  id: number,
  draft: Draft & { version: number },
  options: { keepalive?: boolean } = {},
): Promise<Assignment> {
  return request<Assignment>("PUT", `assignments/${id}/draft/`, { body: draft, ...options });
}

/** Sending the same idempotency key again answers with the annotation that is there already. */
export function submitAnswer(
  id: number,
  answer: NaturalQuestionsAnswer & { version?: number; active_seconds?: ActiveSeconds },
  idempotencyKey: string,
): Promise<Annotation> {
  return request<Annotation>("POST", `assignments/${id}/submit/`, {
    body: answer,
    headers: { "Idempotency-Key": idempotencyKey },
  });
}

/** `skip` needs a note: the reason. */
export function moveAssignment(
  id: number,
  action: "release" | "skip" | "park" | "resume",
  note = "",
): Promise<Assignment> {
  return request<Assignment>("POST", `assignments/${id}/${action}/`, { body: { note } });
}
