import { keepPreviousData, queryOptions } from "@tanstack/react-query";

import { api, read, readFrom } from "./client";
import { queryKeys } from "./queryKeys";
import type { components } from "./schema";

type Schemas = components["schemas"];

export type ReleasePreview = Schemas["ReleasePreviewOutput"];
export type ReleasedVersion = Schemas["ReleasedVersionOutput"];
export type CardChanges = Schemas["PatchedReleaseCardInputRequest"];
export type ReleaseRequest = Schemas["ReleaseInputRequest"];

export const RELEASES_PER_PAGE = 10;

/** The data set card, and what a release would hold now. */
export const releaseQuery = (slug: string, simulated: boolean) =>
  queryOptions({
    queryKey: queryKeys.release(slug, { simulated }),
    queryFn: ({ signal }) =>
      readFrom("/api/v1/projects/{slug}/release/", signal, {
        path: { slug },
        query: { simulated },
      }),
    placeholderData: keepPreviousData,
  });

/** What was released, newest first. */
export const releasesQuery = (slug: string, page: number) => {
  const query = { page, page_size: RELEASES_PER_PAGE };
  return queryOptions({
    queryKey: queryKeys.releases(slug, query),
    queryFn: ({ signal }) =>
      readFrom("/api/v1/projects/{slug}/releases/", signal, { path: { slug }, query }),
    placeholderData: keepPreviousData,
  });
};

export function changeCard(slug: string, body: CardChanges): Promise<ReleasePreview> {
  return read(api.PATCH("/api/v1/projects/{slug}/release/", { params: { path: { slug } }, body }));
}

export function startRelease(slug: string, body: ReleaseRequest): Promise<{ job: string }> {
  return read(api.POST("/api/v1/projects/{slug}/releases/", { params: { path: { slug } }, body }));
}
