import { keepPreviousData, queryOptions } from "@tanstack/react-query";

import { readFrom } from "./client";
import type { components } from "./schema";

type Schemas = components["schemas"];

export type SystemResults = Schemas["SystemResultsOutput"];
export type ResultGroup = Schemas["ResultGroupOutput"];
export type PartScores = Schemas["PartScoresOutput"];
export type ScoredExample = Schemas["ScoredExampleOutput"];
export type SystemAnswer = Schemas["SystemAnswerOutput"];
/** A system's answer on its page, without what came of it. */
export type PlacedAnswer = Schemas["PlacedAnswerOutput"];

const key = (slug: string, system: number) => ["project", slug, "systems", system] as const;

export const resultsQuery = (slug: string, system: number, split: string) =>
  queryOptions({
    queryKey: [...key(slug, system), "results", split],
    queryFn: ({ signal }) =>
      readFrom("/api/v1/projects/{slug}/systems/{id}/results/", signal, {
        path: { slug, id: system },
        query: { split },
      }),
  });

export const scoredExamplesQuery = (
  slug: string,
  system: number,
  query: Readonly<Record<string, string | number | undefined>> & { readonly split: string },
) =>
  queryOptions({
    queryKey: [...key(slug, system), "examples", query],
    queryFn: ({ signal }) =>
      readFrom("/api/v1/projects/{slug}/systems/{id}/examples/", signal, {
        path: { slug, id: system },
        query,
      }),
    placeholderData: keepPreviousData,
  });

export const systemAnswerQuery = (slug: string, system: number, example: number, split: string) =>
  queryOptions({
    queryKey: [...key(slug, system), "answer", example, split],
    queryFn: ({ signal }) =>
      readFrom("/api/v1/projects/{slug}/systems/{id}/examples/{example}/", signal, {
        path: { slug, id: system, example },
        query: { split },
      }),
  });
