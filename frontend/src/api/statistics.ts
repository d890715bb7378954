import { keepPreviousData, queryOptions } from "@tanstack/react-query";

import { api, read, readFrom } from "./client";
import type { components } from "./schema";

type Schemas = components["schemas"];

/** What counts of the hidden split; all but `without` is for stewards. */
export type HiddenSplit = Schemas["HiddenSplitEnum"];

/** The kinds of the jobs that compute reports. */
export const STATISTICS_JOBS: Readonly<Record<HiddenSplit, string>> = {
  without: "compute_statistics",
  with: "compute_statistics_with_hidden",
  only: "compute_statistics_only_hidden",
};

export type Missing = Schemas["MissingFigureOutput"];
export type Figure = Schemas["FigureOutput"];
export type Drill = Schemas["DrillOutput"];
export type Point = Schemas["PointOutput"];
export type Plot = Schemas["PlotOutput"];
export type Table = Schemas["TableOutput"];
export type Section = Schemas["SectionOutput"];
export type Report = Schemas["StatisticsReportOutput"];
export type Statistics = Schemas["StatisticsOutput"];
export type DrillExample = Schemas["StatisticsExampleOutput"];

interface DrillQuery {
  readonly [name: string]: string | number;
  readonly column: string;
  readonly low: number;
  readonly high: number;
  readonly hidden_split: HiddenSplit;
  readonly page: number;
}

export const statisticsKeys = {
  report: (slug: string, hiddenSplit: HiddenSplit) =>
    ["project", slug, "statistics", hiddenSplit] as const,
  examples: (slug: string, query: DrillQuery) =>
    [...statisticsKeys.report(slug, query.hidden_split), "examples", query] as const,
};

export const statisticsQuery = (slug: string, hiddenSplit: HiddenSplit) =>
  queryOptions({
    queryKey: statisticsKeys.report(slug, hiddenSplit),
    queryFn: ({ signal }) =>
      readFrom("/api/v1/projects/{slug}/statistics/", signal, {
        path: { slug },
        query: { hidden_split: hiddenSplit },
      }),
    staleTime: 30_000,
  });

export function startStatistics(slug: string, hiddenSplit: HiddenSplit): Promise<{ job: string }> {
  return read(
    api.POST("/api/v1/projects/{slug}/statistics/", {
      params: { path: { slug } },
      body: { hidden_split: hiddenSplit },
    }),
  );
}

export const drillQuery = (slug: string, query: DrillQuery) =>
  queryOptions({
    queryKey: statisticsKeys.examples(slug, query),
    queryFn: ({ signal }) =>
      readFrom("/api/v1/projects/{slug}/statistics/examples/", signal, {
        path: { slug },
        query: { ...query, page_size: 25 },
      }),
    placeholderData: keepPreviousData,
  });
