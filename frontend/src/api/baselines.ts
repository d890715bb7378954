import { queryOptions } from "@tanstack/react-query";

import { api, read, readFrom } from "./client";
import type { components } from "./schema";

type Schemas = components["schemas"];

export type BaselineChoices = Schemas["BaselineChoicesOutput"];
export type NewBaseline = Schemas["BaselineInputRequest"];

export const baselinesQuery = (slug: string) =>
  queryOptions({
    queryKey: ["project", slug, "baselines"],
    queryFn: ({ signal }) =>
      readFrom("/api/v1/projects/{slug}/baselines/", signal, { path: { slug } }),
  });

/** Queues a baseline, which predicts a split and is scored on it. */
export function runBaseline(slug: string, body: NewBaseline): Promise<{ job: string }> {
  return read(api.POST("/api/v1/projects/{slug}/baselines/", { params: { path: { slug } }, body }));
}
