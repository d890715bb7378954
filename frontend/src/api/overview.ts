import { queryOptions } from "@tanstack/react-query";

import { api, read, readFrom } from "./client";
import { queryKeys } from "./queryKeys";
import type { components } from "./schema";

export type Overview = components["schemas"]["OverviewOutput"];
export type Target = Overview["targets"][number];
export type NewTarget = components["schemas"]["TargetInputRequest"];

/** What waits for a lead, and quality beside its targets. */
export const overviewQuery = (slug: string) =>
  queryOptions({
    queryKey: queryKeys.overview(slug),
    queryFn: ({ signal }) =>
      readFrom("/api/v1/projects/{slug}/overview/", signal, { path: { slug } }),
  });

/** All of the project's targets; those left out go. */
export function setTargets(slug: string, targets: NewTarget[]): Promise<Overview> {
  return read(
    api.PUT("/api/v1/projects/{slug}/targets/", { params: { path: { slug } }, body: { targets } }),
  );
}
