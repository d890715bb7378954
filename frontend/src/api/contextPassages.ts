import { keepPreviousData, queryOptions } from "@tanstack/react-query";

import { api, read, readFrom } from "./client";
import type { components } from "./schema";

type Schemas = components["schemas"];

export type ContextShare = Schemas["ContextShareOutput"];
export type ContextPassage = Schemas["ContextPassageOutput"];
export type Side = "above" | "below";

export const PASSAGES_PER_PAGE = 10;

/** All that was asked about a project's context passages, for forgetting it at once. */
export const contextKey = (slug: string) => ["project", slug, "context"] as const;

/**
 * How many disambiguations get a passage at a threshold, or at the project's own. Asked for again
 * each second while passages are being found.
 */
export const contextShareQuery = (slug: string, threshold?: number) =>
  queryOptions({
    queryKey: [...contextKey(slug), "share", threshold ?? "own"],
    queryFn: ({ signal }) =>
      readFrom("/api/v1/projects/{slug}/context-threshold/", signal, {
        path: { slug },
        query: threshold === undefined ? {} : { threshold },
      }),
    placeholderData: keepPreviousData,
    refetchInterval: (query) => (query.state.data?.job ? 1000 : false),
  });

/** Passages on one side of a threshold, the nearest to it first. */
export const contextPassagesQuery = (slug: string, threshold: number, side: Side, page: number) =>
  queryOptions({
    queryKey: [...contextKey(slug), "passages", threshold, side, page],
    queryFn: ({ signal }) =>
      readFrom("/api/v1/projects/{slug}/context-passages/", signal, {
        path: { slug },
        query: { threshold, side, page, page_size: PASSAGES_PER_PAGE },
      }),
    placeholderData: keepPreviousData,
  });

export function setContextThreshold(slug: string, threshold: number): Promise<ContextShare> {
  return read(
    api.PATCH("/api/v1/projects/{slug}/context-threshold/", {
      params: { path: { slug } },
      body: { threshold },
    }),
  );
}

/** Starts the job that finds all passages again. */
export function findContextPassages(slug: string): Promise<{ job: string }> {
  return read(
    api.POST("/api/v1/projects/{slug}/context-passages/", { params: { path: { slug } } }),
  );
}
