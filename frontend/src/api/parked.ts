import { keepPreviousData, queryOptions } from "@tanstack/react-query";

import { api, readFrom } from "./client";
import { queryKeys } from "./queryKeys";
import type { components } from "./schema";

export type Parked = components["schemas"]["ParkedOutput"];

/** What is parked in a project, the longest first; for leads. */
export const parkedQuery = (slug: string, query: { page: number; page_size: number }) =>
  queryOptions({
    queryKey: queryKeys.parked(slug, query),
    queryFn: ({ signal }) =>
      readFrom("/api/v1/projects/{slug}/parked/", signal, { path: { slug }, query }),
    placeholderData: keepPreviousData,
    // Freeing the only question of the last page takes the page away.
    meta: { mayBeGone: true },
  });

/** Hands a parked question's slot to others; its annotator's draft stays. */
export async function freeParked(slug: string, id: number, reason: string): Promise<void> {
  await api.POST("/api/v1/projects/{slug}/assignments/{id}/free/", {
    params: { path: { slug, id } },
    body: { reason },
  });
}
