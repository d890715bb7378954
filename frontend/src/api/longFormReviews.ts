import { keepPreviousData, queryOptions } from "@tanstack/react-query";

import { api, read } from "./client";
import { type ListQuery, listParams } from "./projects";
import { queryKeys } from "./queryKeys";

/**
 * An ASQA example with all answers, the places of short answers in them, and how far they agree.
 */
export const referenceSheetQuery = (slug: string, id: number) =>
  queryOptions({
    queryKey: queryKeys.referenceSheet(slug, id),
    queryFn: ({ signal }) =>
      read(
        api.GET("/api/v1/projects/{slug}/examples/{id}/reference-sheet/", {
          params: { path: { slug, id } },
          signal,
        }),
      ),
  });

/** Annotations that call their disambiguations wrong. */
export const concernsQuery = (slug: string, query: ListQuery) =>
  queryOptions({
    queryKey: queryKeys.concerns(slug, query),
    queryFn: ({ signal }) =>
      read(
        api.GET("/api/v1/projects/{slug}/concerns/", {
          params: listParams<"/api/v1/projects/{slug}/concerns/">(slug, query),
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });

/** Annotations whose missing short answers were confirmed as included in other words. */
export const confirmationsQuery = (slug: string, query: ListQuery) =>
  queryOptions({
    queryKey: queryKeys.confirmations(slug, query),
    queryFn: ({ signal }) =>
      read(
        api.GET("/api/v1/projects/{slug}/confirmations/", {
          params: listParams<"/api/v1/projects/{slug}/confirmations/">(slug, query),
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });
