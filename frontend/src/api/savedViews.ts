import { queryOptions } from "@tanstack/react-query";

import { api, read, readFrom } from "./client";
import { queryKeys } from "./queryKeys";
import type { paths } from "./schema";

type Body = paths["/api/v1/projects/{slug}/saved-views/"]["post"]["requestBody"]["content"];
export type NewView = Body["application/json"];
export type Table = NewView["table"];

/** The caller's saved views of a table. */
export const savedViewsQuery = (slug: string, table: Table) =>
  queryOptions({
    queryKey: queryKeys.savedViews(slug, table),
    queryFn: ({ signal }) =>
      readFrom("/api/v1/projects/{slug}/saved-views/", signal, {
        path: { slug },
        query: { table, page_size: 50 },
      }),
  });

export function saveView(slug: string, body: NewView) {
  return read(
    api.POST("/api/v1/projects/{slug}/saved-views/", { params: { path: { slug } }, body }),
  );
}

export async function deleteView(slug: string, id: number): Promise<void> {
  await api.DELETE("/api/v1/projects/{slug}/saved-views/{id}/", { params: { path: { slug, id } } });
}
