import { keepPreviousData, queryOptions } from "@tanstack/react-query";

import { api, read, readAllPages, readFrom } from "./client";
import type { components } from "./schema";

type Schemas = components["schemas"];

export type ErrorLabel = Schemas["ErrorLabelField"];
export type ErrorAnalysis = Schemas["ErrorAnalysisOutput"];
export type ErrorChoices = Schemas["ErrorChoicesOutput"];
export type ErrorResults = Schemas["ErrorResultsOutput"];
export type AnalysedAnswer = Schemas["AnalysedAnswerOutput"];
type NewErrorAnalysis = Schemas["ErrorAnalysisInputRequest"];
type Share = Schemas["ProportionOutput"];
export type { Share as LabelShare };

export const errorKeys = {
  all: (slug: string) => ["project", slug, "error-analyses"] as const,
  analysis: (slug: string, id: number) => [...errorKeys.all(slug), id] as const,
};

export const errorLabelsQuery = (slug: string) =>
  queryOptions({
    queryKey: [...errorKeys.all(slug), "labels"],
    queryFn: ({ signal }) =>
      readFrom("/api/v1/projects/{slug}/error-labels/", signal, { path: { slug } }),
  });

export function changeErrorLabels(slug: string, labels: readonly ErrorLabel[]) {
  return read(
    api.PUT("/api/v1/projects/{slug}/error-labels/", {
      params: { path: { slug } },
      body: { labels: [...labels] },
    }),
  );
}

export const analysesQuery = (slug: string, query: Readonly<Record<string, string | number>>) =>
  queryOptions({
    queryKey: [...errorKeys.all(slug), "list", query],
    queryFn: ({ signal }) =>
      readFrom("/api/v1/projects/{slug}/error-analyses/", signal, { path: { slug }, query }),
    placeholderData: keepPreviousData,
  });

/** All analyses that are finished, the newest first. */
export const finishedAnalysesQuery = (slug: string) =>
  queryOptions({
    queryKey: [...errorKeys.all(slug), "finished"],
    queryFn: async ({ signal }) => {
      const analyses = await readAllPages((query) =>
        readFrom("/api/v1/projects/{slug}/error-analyses/", signal, { path: { slug }, query }),
      );
      return analyses.filter(({ finished_at: at }) => at !== null);
    },
  });

export const errorChoicesQuery = (slug: string) =>
  queryOptions({
    queryKey: [...errorKeys.all(slug), "choices"],
    queryFn: ({ signal }) =>
      readFrom("/api/v1/projects/{slug}/error-analyses/choices/", signal, { path: { slug } }),
  });

export function openAnalysis(slug: string, body: NewErrorAnalysis): Promise<ErrorAnalysis> {
  return read(
    api.POST("/api/v1/projects/{slug}/error-analyses/", { params: { path: { slug } }, body }),
  );
}

export const analysisQuery = (slug: string, id: number) =>
  queryOptions({
    queryKey: [...errorKeys.analysis(slug, id), "analysis"],
    queryFn: ({ signal }) =>
      readFrom("/api/v1/projects/{slug}/error-analyses/{id}/", signal, { path: { slug, id } }),
  });

export async function deleteAnalysis(slug: string, id: number): Promise<void> {
  await api.DELETE("/api/v1/projects/{slug}/error-analyses/{id}/", {
    params: { path: { slug, id } },
  });
}

export function changeAnalysis(
  slug: string,
  id: number,
  how: "cancel" | "reopen",
): Promise<ErrorAnalysis> {
  const which = { params: { path: { slug, id } } };
  return read(
    how === "cancel"
      ? api.POST("/api/v1/projects/{slug}/error-analyses/{id}/cancel/", which)
      : api.POST("/api/v1/projects/{slug}/error-analyses/{id}/reopen/", which),
  );
}

export function removeLabeller(slug: string, id: number, number: number): Promise<ErrorAnalysis> {
  return read(
    api.DELETE("/api/v1/projects/{slug}/error-analyses/{id}/labellers/{number}/", {
      params: { path: { slug, id, number } },
    }),
  );
}

export const errorResultsQuery = (slug: string, id: number) =>
  queryOptions({
    queryKey: [...errorKeys.analysis(slug, id), "results"],
    queryFn: ({ signal }) =>
      readFrom("/api/v1/projects/{slug}/error-analyses/{id}/results/", signal, {
        path: { slug, id },
      }),
  });

/** All answers of an analysis that the user may see, in their order. */
export const analysedAnswersQuery = (slug: string, id: number) =>
  queryOptions({
    queryKey: [...errorKeys.analysis(slug, id), "answers"],
    queryFn: ({ signal }) =>
      readAllPages((query) =>
        readFrom("/api/v1/projects/{slug}/error-analyses/{id}/answers/", signal, {
          path: { slug, id },
          query,
        }),
      ),
  });

export const analysedAnswerQuery = (slug: string, id: number, number: number) =>
  queryOptions({
    queryKey: [...errorKeys.analysis(slug, id), "answer", number],
    queryFn: ({ signal }) =>
      readFrom("/api/v1/projects/{slug}/error-analyses/{id}/answers/{number}/", signal, {
        path: { slug, id, number },
      }),
  });

export function saveLabels(
  slug: string,
  id: number,
  number: number,
  body: { readonly labels: readonly number[]; readonly note: string },
) {
  return read(
    api.PUT("/api/v1/projects/{slug}/error-analyses/{id}/answers/{number}/labels/", {
      params: { path: { slug, id, number } },
      body: { ...body, labels: [...body.labels] },
    }),
  );
}

export function finishLabelling(slug: string, id: number): Promise<ErrorAnalysis> {
  return read(
    api.POST("/api/v1/projects/{slug}/error-analyses/{id}/finish/", {
      params: { path: { slug, id } },
    }),
  );
}

/** Where the labels of a finished analysis are downloaded. */
export function exportAddress(slug: string, id: number, form: "csv" | "json"): string {
  return `/api/v1/projects/${encodeURIComponent(slug)}/error-analyses/${id}/export/?form=${form}`;
}
