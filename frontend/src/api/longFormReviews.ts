import { keepPreviousData, queryOptions } from "@tanstack/react-query";

import { readFrom } from "./client";
import { type ListQuery, listParams } from "./projects";
import { queryKeys } from "./queryKeys";

/**
 * An ASQA example with all answers, the places of short answers in them, and how far they agree.
 */
export const referenceSheetQuery = (slug: string, id: number) =>
  queryOptions({
    queryKey: queryKeys.referenceSheet(slug, id),
    queryFn: ({ signal }) =>
      readFrom("/api/v1/projects/{slug}/examples/{id}/reference-sheet/", signal, {
        path: { slug, id },
      }),
  });

/** Annotations that call their disambiguations wrong. */
export const concernsQuery = (slug: string, query: ListQuery) =>
  queryOptions({
    queryKey: queryKeys.concerns(slug, query),
    queryFn: ({ signal }) =>
      readFrom(
        "/api/v1/projects/{slug}/concerns/",
        signal,
        listParams<"/api/v1/projects/{slug}/concerns/">(slug, query),
      ),
    placeholderData: keepPreviousData,
  });

/** Annotations whose missing short answers were confirmed as included in other words. */
export const confirmationsQuery = (slug: string, query: ListQuery) =>
  queryOptions({
    queryKey: queryKeys.confirmations(slug, query),
    queryFn: ({ signal }) =>
      readFrom(
        "/api/v1/projects/{slug}/confirmations/",
        signal,
        listParams<"/api/v1/projects/{slug}/confirmations/">(slug, query),
      ),
    placeholderData: keepPreviousData,
  });
