import { keepPreviousData, queryOptions } from "@tanstack/react-query";

import { api, read } from "./client";
import type { components } from "./schema";

type Schemas = components["schemas"];

/** The kind of the jobs that compute reports. */
export const STATISTICS_JOB = "compute_statistics";

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

export interface DrillQuery {
  readonly [name: string]: string | number;
  readonly column: string;
  readonly low: number;
  readonly high: number;
  readonly page: number;
}

export const statisticsKeys = {
  report: (slug: string) => ["project", slug, "statistics"] as const,
  examples: (slug: string, query: DrillQuery) =>
    ["project", slug, "statistics", "examples", query] as const,
};

export const statisticsQuery = (slug: string) =>
  queryOptions({
    queryKey: statisticsKeys.report(slug),
    queryFn: ({ signal }) =>
      read(api.GET("/api/v1/projects/{slug}/statistics/", { params: { path: { slug } }, signal })),
    staleTime: 30_000,
  });

export function startStatistics(slug: string): Promise<{ job: string }> {
  return read(api.POST("/api/v1/projects/{slug}/statistics/", { params: { path: { slug } } }));
}

export const drillQuery = (slug: string, query: DrillQuery) =>
  queryOptions({
    queryKey: statisticsKeys.examples(slug, query),
    queryFn: ({ signal }) =>
      read(
        api.GET("/api/v1/projects/{slug}/statistics/examples/", {
          params: { path: { slug }, query: { ...query, page_size: 25 } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });
