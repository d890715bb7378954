import { queryOptions } from "@tanstack/react-query";

import { api, read, readFrom } from "./client";
import type { components } from "./schema";

type Schemas = components["schemas"];

export type ReaderChoices = Schemas["ReadersOutput"];
export type NewTraining = Schemas["ReaderInputRequest"];
export type Epoch = Schemas["EpochOutput"];
export type ReaderCard = Schemas["ReaderCardOutput"];

const AGAIN_AFTER = 2000;

/** What can be trained, and the trainings under way, asked for again while there are some. */
export const readersQuery = (slug: string) =>
  queryOptions({
    queryKey: ["project", slug, "readers"],
    queryFn: ({ signal }) =>
      readFrom("/api/v1/projects/{slug}/readers/", signal, { path: { slug } }),
    refetchInterval: (query) => (query.state.data?.running.length ? AGAIN_AFTER : false),
  });

/** Queues a training, after which the system answers a split and is scored on it. */
export function trainReader(slug: string, body: NewTraining): Promise<{ job: string }> {
  return read(api.POST("/api/v1/projects/{slug}/readers/", { params: { path: { slug } }, body }));
}

export const readerCardQuery = (slug: string, system: number) =>
  queryOptions({
    queryKey: ["project", slug, "systems", system, "card"],
    queryFn: ({ signal }) =>
      readFrom("/api/v1/projects/{slug}/systems/{id}/card/", signal, {
        path: { slug, id: system },
      }),
  });
