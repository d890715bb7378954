import { keepPreviousData, queryOptions } from "@tanstack/react-query";

import { api, read, readFrom } from "./client";
import { uploadForm } from "./jobs";
import type { components } from "./schema";
import type { DrawRequest } from "./splits";

type Schemas = components["schemas"];

export type LoggedQuery = Schemas["QueryOutput"];
export type QueryFunnel = Schemas["FunnelOutput"];
export type QueryStep = LoggedQuery["step"];
export type QueryFilters = Schemas["QueryFiltersOutput"];
export type QueryPreview = Schemas["QueryPreviewOutput"];
export type PageSearch = Schemas["PageSearchOutput"];

export const QUERIES_PER_PAGE = 10;

/** All that was asked about a project's query logs, for forgetting it at once. */
export const queryLogsKey = (slug: string) => ["project", slug, "query-logs"] as const;

/** How many queries ended at each step of the funnel, with samples. */
export const queryFunnelQuery = (slug: string) =>
  queryOptions({
    queryKey: [...queryLogsKey(slug), "funnel"],
    queryFn: ({ signal }) =>
      readFrom("/api/v1/projects/{slug}/query-funnel/", signal, { path: { slug } }),
  });

/** The queries that ended at a step, those issued most often first. */
export const loggedQueriesQuery = (slug: string, step: QueryStep, page: number) =>
  queryOptions({
    queryKey: [...queryLogsKey(slug), "list", step, page],
    queryFn: ({ signal }) =>
      readFrom("/api/v1/projects/{slug}/queries/", signal, {
        path: { slug },
        query: { step, page, page_size: QUERIES_PER_PAGE },
      }),
    placeholderData: keepPreviousData,
  });

/** Enough for the lines that tell how a log is laid out. */
const PREVIEW_BYTES = 2 ** 18;

/** How an import would read a log that is still on this computer, by its beginning. */
export const queryPreviewQuery = (slug: string, file: File) =>
  queryOptions({
    queryKey: [...queryLogsKey(slug), "preview", file.name, file.size, file.lastModified],
    queryFn: ({ signal }) => {
      const form = new FormData();
      form.set("file", file.slice(0, PREVIEW_BYTES), file.name);
      form.set("is_part", String(file.size > PREVIEW_BYTES));
      return read(
        api.POST("/api/v1/projects/{slug}/query-previews/", {
          params: { path: { slug } },
          // The schema says text where the form has a file.
          body: form as never,
          signal,
        }),
      );
    },
    staleTime: Infinity,
  });

export const queryFiltersQuery = (slug: string) =>
  queryOptions({
    queryKey: [...queryLogsKey(slug), "filters"],
    queryFn: ({ signal }) =>
      readFrom("/api/v1/projects/{slug}/query-filters/", signal, { path: { slug } }),
  });

export function saveQueryFilters(
  slug: string,
  changes: Partial<QueryFilters>,
): Promise<QueryFilters> {
  return read(
    api.PATCH("/api/v1/projects/{slug}/query-filters/", {
      params: { path: { slug } },
      body: changes,
    }),
  );
}

/** Starts the job that filters the queries again, by the filters of now. */
export function filterQueriesAgain(slug: string): Promise<{ job: string }> {
  return read(
    api.POST("/api/v1/projects/{slug}/query-filters/apply/", { params: { path: { slug } } }),
  );
}

/** What searches for pages, without the values of its headers. */
export const pageSearchQuery = (slug: string) =>
  queryOptions({
    queryKey: [...queryLogsKey(slug), "page-search"],
    queryFn: ({ signal }) =>
      readFrom("/api/v1/projects/{slug}/page-search/", signal, { path: { slug } }),
  });

export function savePageSearch(
  slug: string,
  changes: Schemas["PatchedPageSearchInputRequest"],
): Promise<PageSearch> {
  return read(
    api.PATCH("/api/v1/projects/{slug}/page-search/", {
      params: { path: { slug } },
      body: changes,
    }),
  );
}

/** How examples are made of the kept queries. */
interface NewExamples {
  split: string;
  again: boolean;
  /** Draws the project's splits once the examples are there; null: it doesn't. */
  draw: DrawRequest | null;
  /** What somebody's search found; null: the project's own search is asked. */
  results: File | null;
}

/** Starts the job that finds a page for each kept query and makes examples of both. */
export function findPagesOfQueries(
  slug: string,
  { results, ...options }: NewExamples,
): Promise<{ job: string }> {
  if (results !== null) return uploadResults(slug, results, options);
  return read(
    api.POST("/api/v1/projects/{slug}/query-pages/", {
      params: { path: { slug } },
      body: options,
    }),
  );
}

function uploadResults(
  slug: string,
  results: File,
  { split, again, draw }: Omit<NewExamples, "results">,
): Promise<{ job: string }> {
  const form = new FormData();
  form.set("file", results);
  form.set("split", split);
  form.set("again", String(again));
  if (draw !== null) form.set("draw", JSON.stringify(draw));
  const address = `/api/v1/projects/${encodeURIComponent(slug)}/query-pages/results/`;
  return uploadForm(address, form);
}

/** Keeps a query, or leaves it out. */
export function decideQuery(slug: string, id: number, keep: boolean): Promise<LoggedQuery> {
  return read(
    api.POST("/api/v1/projects/{slug}/queries/{id}/decision/", {
      params: { path: { slug, id } },
      body: { keep },
    }),
  );
}
