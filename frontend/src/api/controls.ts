import { queryOptions } from "@tanstack/react-query";

import { api, read, readFrom } from "./client";
import { queryKeys } from "./queryKeys";
import type { components } from "./schema";

export type Control = components["schemas"]["ControlOutput"];
export type NamedAssignment = components["schemas"]["NamedAssignmentOutput"];

const MOST_SHOWN = 100;
const of = (slug: string) => ({ path: { slug } });

/** Examples that come to annotators as controls, with how far their answers agree. */
export const controlsQuery = (slug: string) =>
  queryOptions({
    queryKey: queryKeys.controls(slug),
    queryFn: ({ signal }) =>
      readFrom("/api/v1/projects/{slug}/controls/", signal, {
        ...of(slug),
        query: { page_size: MOST_SHOWN },
      }),
  });

/** How many of 100 questions are controls. */
export const controlShareQuery = (slug: string) =>
  queryOptions({
    queryKey: queryKeys.controlShare(slug),
    queryFn: ({ signal }) => readFrom("/api/v1/projects/{slug}/controls/share/", signal, of(slug)),
  });

export function setControlShare(slug: string, percent: number) {
  return read(
    api.PUT("/api/v1/projects/{slug}/controls/share/", { params: of(slug), body: { percent } }),
  );
}

export function markControls(slug: string, examples: number[]) {
  return read(
    api.POST("/api/v1/projects/{slug}/controls/", { params: of(slug), body: { examples } }),
  );
}

export function unmarkControl(slug: string, id: number) {
  return read(
    api.DELETE("/api/v1/projects/{slug}/controls/{id}/", { params: { path: { slug, id } } }),
  );
}

/** Questions that come next for somebody, who doesn't have them yet. */
export const namedAssignmentsQuery = (slug: string) =>
  queryOptions({
    queryKey: queryKeys.namedAssignments(slug),
    queryFn: ({ signal }) =>
      readFrom("/api/v1/projects/{slug}/named-assignments/", signal, {
        ...of(slug),
        query: { page_size: MOST_SHOWN },
      }),
  });

export function nameAssignment(slug: string, example: number, member: number) {
  return read(
    api.POST("/api/v1/projects/{slug}/named-assignments/", {
      params: of(slug),
      body: { example, member },
    }),
  );
}

export function takeBackNamed(slug: string, id: number) {
  return read(
    api.DELETE("/api/v1/projects/{slug}/named-assignments/{id}/", {
      params: { path: { slug, id } },
    }),
  );
}
