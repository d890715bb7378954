import { keepPreviousData, queryOptions } from "@tanstack/react-query";

import { api, read, readFrom } from "./client";
import type { components } from "./schema";

export type RefreshedPage = components["schemas"]["RefreshedPageOutput"];

export const REFRESHED_PER_PAGE = 20;

/** Looks for newer revisions of all pages of a project, in a job. */
export function refreshPages(slug: string): Promise<{ job: string }> {
  return read(
    api.POST("/api/v1/projects/{slug}/page-refreshes/", {
      params: { path: { slug } },
      body: { ask_again: false },
    }),
  );
}

/** What such a job found. */
export const refreshedPagesQuery = (slug: string, id: string, page: number) =>
  queryOptions({
    queryKey: ["project", slug, "page-refreshes", id, page],
    queryFn: ({ signal }) =>
      readFrom("/api/v1/projects/{slug}/page-refreshes/{id}/", signal, {
        path: { slug, id },
        query: { page, page_size: REFRESHED_PER_PAGE },
      }),
    placeholderData: keepPreviousData,
  });

/** Imports the touched questions once more, with the new revisions. */
export function askAgain(slug: string, id: string): Promise<{ job: string }> {
  return read(
    api.POST("/api/v1/projects/{slug}/page-refreshes/{id}/ask-again/", {
      params: { path: { slug, id } },
    }),
  );
}
