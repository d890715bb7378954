import { queryOptions } from "@tanstack/react-query";

import { api, read, readFrom } from "./client";
import { queryKeys } from "./queryKeys";
import type { components } from "./schema";

export type Hours = components["schemas"]["HoursOutput"];
export type PersonHours = Hours["people"][number];
export type Pay = components["schemas"]["PayInputRequest"];

/** Everybody's active time, with that of the latest `weeks` one by one. */
export const hoursQuery = (slug: string, weeks: number) =>
  queryOptions({
    queryKey: queryKeys.hours(slug, weeks),
    queryFn: ({ signal }) =>
      readFrom("/api/v1/projects/{slug}/hours/", signal, { path: { slug }, query: { weeks } }),
  });

/** What the project pays for an hour; `per_hour` null: it has no rate. */
export function setPay(slug: string, pay: Pay): Promise<Hours> {
  return read(api.PUT("/api/v1/projects/{slug}/pay/", { params: { path: { slug } }, body: pay }));
}

/** Where the time sheet is. */
export function timeSheetUrl(slug: string): string {
  return `/api/v1/projects/${slug}/hours.csv`;
}
