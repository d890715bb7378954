import { queryOptions } from "@tanstack/react-query";

import { api, read, readFrom } from "./client";
import { queryKeys } from "./queryKeys";
import type { components } from "./schema";
import type { Annotation, Queue } from "./types";

type Schemas = components["schemas"];

/** The order of a project's queue, asked for again each second while examples are being changed. */
export const queueQuery = (slug: string) =>
  queryOptions({
    queryKey: queryKeys.queue(slug),
    queryFn: ({ signal }) => readFrom("/api/v1/projects/{slug}/queue/", signal, { path: { slug } }),
    refetchInterval: (query) =>
      query.state.data?.job || query.state.data?.overlap_job ? 1000 : false,
  });

export type QueueChanges = Partial<
  Pick<Queue, "order" | "within" | "seed" | "splits" | "balance_pairs" | "overlaps">
>;

export function changeQueue(slug: string, changes: QueueChanges): Promise<Queue> {
  return read(
    api.PATCH("/api/v1/projects/{slug}/queue/", { params: { path: { slug } }, body: changes }),
  );
}

/** Whose priority is meant: single examples by key or by `example_id`, or all that a list shows. */
export type ChosenExamples = Pick<
  Schemas["PrioritiesInputRequest"],
  "examples" | "example_ids" | "filter"
>;

export function setPriorities(
  slug: string,
  priority: number,
  chosen: ChosenExamples,
): Promise<Schemas["PrioritiesOutput"]> {
  return read(
    api.POST("/api/v1/projects/{slug}/priorities/", {
      params: { path: { slug } },
      body: { priority, ...chosen },
    }),
  );
}

const acceptanceOf = (slug: string, id: number) => ({ params: { path: { slug, id } } });

/** Counts a late annotation among those of its example. */
export function acceptLate(slug: string, id: number, note: string): Promise<Annotation> {
  return read(
    api.POST("/api/v1/projects/{slug}/annotations/{id}/acceptance/", {
      ...acceptanceOf(slug, id),
      body: { note },
    }),
  );
}

/** Stops counting a late annotation. */
export function withdrawLate(slug: string, id: number): Promise<Annotation> {
  return read(
    api.DELETE("/api/v1/projects/{slug}/annotations/{id}/acceptance/", acceptanceOf(slug, id)),
  );
}
