import { queryOptions } from "@tanstack/react-query";

import { api, read, readFrom, signed } from "./client";
import { queryKeys } from "./queryKeys";
import { sentDraft, toSaved } from "./savedDrafts";
import type {
  Annotation,
  AnnotationVersions,
  AnswerBody,
  Assignment,
  DraftBody,
  LeadRevision,
  OwnAnnotation,
} from "./types";

const at = (id: number) => ({ params: { path: { id } } });

/** One of the caller's submitted annotations, with what is needed to revise it. */
export const ownAnnotationQuery = (id: number) =>
  queryOptions({
    queryKey: queryKeys.ownAnnotation(id),
    queryFn: ({ signal }) => readOwnAnnotation(id, signal),
  });

export async function readOwnAnnotation(id: number, signal?: AbortSignal): Promise<OwnAnnotation> {
  return await read(
    api.GET("/api/v1/annotations/{id}/", { ...at(id), ...(signal ? { signal } : {}) }),
  );
}

/**
 * Takes an answer back within a minute of submitting it: it stays open to change after that minute,
 * too. A second time changes nothing. Throws an ApiError with code `too_late_to_undo`.
 */
export async function takeBack(id: number): Promise<OwnAnnotation> {
  return await read(api.POST("/api/v1/annotations/{id}/undo/", at(id)));
}

/** Throws an ApiError with code `stale_draft` or `stale_annotation`, as `saveDraft` does. */
export async function saveRevisionDraft(id: number, draft: DraftBody): Promise<Assignment> {
  return toSaved(
    await read(api.PUT("/api/v1/annotations/{id}/draft/", { ...at(id), ...sentDraft(draft) })),
  );
}

/** Sending the same idempotency key again answers with the revision that is there already. */
export function reviseAnnotation(
  id: number,
  answer: AnswerBody & { reason: string },
  idempotencyKey: string,
): Promise<Annotation> {
  return read(
    api.POST("/api/v1/annotations/{id}/revise/", {
      params: { path: { id }, header: { "Idempotency-Key": idempotencyKey } },
      body: signed(answer),
    }),
  );
}

/** A lead's revision of somebody's annotation: its starting point, or the saved draft. */
export const leadRevisionQuery = (slug: string, id: number) =>
  queryOptions({
    queryKey: queryKeys.leadRevision(slug, id),
    queryFn: () => readLeadRevision(slug, id),
    // Never replaces work in progress or opens an old version.
    gcTime: 0,
  });

export async function readLeadRevision(slug: string, id: number): Promise<LeadRevision> {
  return read(api.GET("/api/v1/projects/{slug}/annotations/{id}/revision/", inProject(slug, id)));
}

/** Throws an ApiError as `saveRevisionDraft` does. */
export async function saveLeadRevisionDraft(
  slug: string,
  id: number,
  draft: DraftBody,
): Promise<Assignment> {
  return await read(
    api.PUT("/api/v1/projects/{slug}/annotations/{id}/revision/draft/", {
      ...inProject(slug, id),
      ...sentDraft(draft),
    }),
  );
}

/** Sending the same idempotency key again answers with the revision that is there already. */
export function reviseAsLead(
  slug: string,
  id: number,
  answer: AnswerBody & { reason: string },
  idempotencyKey: string,
): Promise<Annotation> {
  return read(
    api.POST("/api/v1/projects/{slug}/annotations/{id}/revision/", {
      params: { path: { slug, id }, header: { "Idempotency-Key": idempotencyKey } },
      body: signed(answer),
    }),
  );
}

const inProject = (slug: string, id: number) => ({ params: { path: { slug, id } } });

/** An answer with all its revisions, the oldest first. For leads. */
export const versionsQuery = (slug: string, id: number) =>
  queryOptions({
    queryKey: queryKeys.annotationVersions(slug, id),
    queryFn: ({ signal }) =>
      readFrom("/api/v1/projects/{slug}/annotations/{id}/", signal, inProject(slug, id).params),
  });

/** Asks the annotator to look at the answer again. */
export function reopenAnnotation(
  slug: string,
  id: number,
  reason: string,
): Promise<AnnotationVersions> {
  return read(
    api.POST("/api/v1/projects/{slug}/annotations/{id}/reopen/", {
      ...inProject(slug, id),
      body: { reason },
    }),
  );
}

/** Takes the request back. */
export function withdrawReopening(slug: string, id: number): Promise<AnnotationVersions> {
  return read(api.DELETE("/api/v1/projects/{slug}/annotations/{id}/reopen/", inProject(slug, id)));
}
