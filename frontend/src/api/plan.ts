import { keepPreviousData, queryOptions } from "@tanstack/react-query";

import { readFrom } from "./client";
import type { components } from "./schema";

export type Plan = components["schemas"]["PlanOutput"];

/** What the plan is for; what is left out is the project's own. */
export interface PlanWish {
  readonly examples?: number;
  readonly hours_a_week: number;
  readonly weeks: number;
  readonly seconds?: number;
}

export const planQuery = (slug: string, wish: PlanWish) =>
  queryOptions({
    queryKey: ["project", slug, "plan", wish] as const,
    queryFn: ({ signal }) =>
      readFrom("/api/v1/projects/{slug}/plan/", signal, { path: { slug }, query: wish }),
    placeholderData: keepPreviousData,
  });
