import { queryOptions } from "@tanstack/react-query";

import { api, read, readFrom } from "./client";
import { queryKeys } from "./queryKeys";
import type { components } from "./schema";

export type AdaptiveOverlap = components["schemas"]["AdaptiveOverlapOutput"];

/** How many annotations unsettled examples may get. */
export const adaptiveOverlapQuery = (slug: string) =>
  queryOptions({
    queryKey: queryKeys.adaptiveOverlap(slug),
    queryFn: ({ signal }) =>
      readFrom("/api/v1/projects/{slug}/adaptive-overlap/", signal, { path: { slug } }),
  });

/** Without a cap, nothing further is asked for. */
export function changeAdaptiveOverlap(
  slug: string,
  choice: components["schemas"]["AdaptiveOverlapInputRequest"],
): Promise<AdaptiveOverlap> {
  return read(
    api.PUT("/api/v1/projects/{slug}/adaptive-overlap/", {
      params: { path: { slug } },
      body: choice,
    }),
  );
}
