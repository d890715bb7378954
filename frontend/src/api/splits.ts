import { queryOptions } from "@tanstack/react-query";

import { api, read, readFrom } from "./client";
import { queryKeys } from "./queryKeys";
import type { components } from "./schema";

type Schemas = components["schemas"];

export type Splits = Schemas["SplitsOutput"];
export type SplitDraw = Schemas["DrawOutput"];
export type SplitPreview = Schemas["PreviewOutput"];
export type DrawRequest = Schemas["DrawInputRequest"];

export const splitsQuery = (slug: string) =>
  queryOptions({
    queryKey: queryKeys.splits(slug),
    queryFn: ({ signal }) =>
      readFrom("/api/v1/projects/{slug}/splits/", signal, { path: { slug } }),
  });

/** Hides a split from all leads but stewards, who show it again with "". */
export function hideSplit(slug: string, split: string): Promise<Splits> {
  return read(
    api.PUT("/api/v1/projects/{slug}/splits/hidden/", {
      params: { path: { slug } },
      body: { split },
    }),
  );
}

/** How many examples each part would get. */
export function previewSplits(slug: string, body: DrawRequest): Promise<SplitPreview> {
  return read(
    api.POST("/api/v1/projects/{slug}/splits/preview/", { params: { path: { slug } }, body }),
  );
}

/** Draws the splits, once; the id of the job that does. */
export function drawSplits(slug: string, body: DrawRequest): Promise<Schemas["JobCreatedOutput"]> {
  return read(
    api.POST("/api/v1/projects/{slug}/splits/draw/", { params: { path: { slug } }, body }),
  );
}
