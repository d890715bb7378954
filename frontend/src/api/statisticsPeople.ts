import { queryOptions } from "@tanstack/react-query";

import { readFrom } from "./client";
import type { components } from "./schema";
import { type HiddenSplit, statisticsKeys } from "./statistics";

type Schemas = components["schemas"];

export type AnnotatorStatistics = Schemas["AnnotatorStatisticsOutput"];
export type Signal = Schemas["SignalOutput"];

export const annotatorStatisticsKey = (slug: string, id: number, hiddenSplit: HiddenSplit) =>
  [...statisticsKeys.report(slug, hiddenSplit), "annotators", id] as const;

/** One annotator's charts over time, and the examples behind each signal. */
export const annotatorStatisticsQuery = (slug: string, id: number, hiddenSplit: HiddenSplit) =>
  queryOptions({
    queryKey: annotatorStatisticsKey(slug, id, hiddenSplit),
    queryFn: ({ signal }) =>
      readFrom("/api/v1/projects/{slug}/statistics/annotators/{id}/", signal, {
        path: { slug, id },
        query: { hidden_split: hiddenSplit },
      }),
  });
