import { keepPreviousData, queryOptions } from "@tanstack/react-query";

import { readFrom } from "./client";
import type { ListQuery } from "./projects";
import { queryKeys } from "./queryKeys";

/** What happened in a project, newest first. */
export const historyQuery = (slug: string, query: ListQuery) =>
  queryOptions({
    queryKey: queryKeys.history(slug, query),
    queryFn: ({ signal }) =>
      readFrom("/api/v1/projects/{slug}/history/", signal, { path: { slug }, query }),
    placeholderData: keepPreviousData,
  });

/** Where an example's whole life is to be had as a file. */
export function lifeAddress(slug: string, id: number): string {
  return `/api/v1/projects/${slug}/examples/${id}/history/?download=1`;
}

/** An example's whole life in order. */
export const exampleHistoryQuery = (slug: string, id: number) =>
  queryOptions({
    queryKey: queryKeys.exampleHistory(slug, id),
    queryFn: ({ signal }) =>
      readFrom("/api/v1/projects/{slug}/examples/{id}/history/", signal, { path: { slug, id } }),
  });
