import { keepPreviousData, queryOptions } from "@tanstack/react-query";

import { api, read, readFrom, signed } from "./client";
import { type ListQuery, listParams } from "./projects";
import { queryKeys } from "./queryKeys";
import type { components } from "./schema";
import type { AnswerBody, Assignment } from "./types";

export type DisagreementSummary = components["schemas"]["DisagreementOutput"];
export type Disagreement = components["schemas"]["DisagreementDetailOutput"];
export type Decision = NonNullable<Disagreement["decision"]>;

/** Examples that wait for a decision, those with the least agreement first, or decided ones. */
export const disagreementsQuery = (slug: string, query: ListQuery) =>
  queryOptions({
    queryKey: queryKeys.disagreements(slug, query),
    queryFn: ({ signal }) =>
      readFrom(
        "/api/v1/projects/{slug}/disagreements/",
        signal,
        listParams<"/api/v1/projects/{slug}/disagreements/">(slug, query),
      ),
    placeholderData: keepPreviousData,
    // Deciding on the only example of the last page takes the page away.
    meta: { mayBeGone: true },
  });

/** An example with the answers of its annotators, those that are the same together. */
export const disagreementQuery = (slug: string, id: number) =>
  queryOptions({
    queryKey: queryKeys.disagreement(slug, id),
    queryFn: ({ signal }) =>
      readFrom("/api/v1/projects/{slug}/disagreements/{id}/", signal, { path: { slug, id } }),
  });

export interface Pick {
  readonly annotation: number;
  readonly reason: string;
  /** The decision that is on the screen; null for none. */
  readonly supersedes: number | null;
}

/** Decides on an annotation's answer. */
export function pickAnnotation(slug: string, id: number, picked: Pick): Promise<Disagreement> {
  return read(
    api.POST("/api/v1/projects/{slug}/disagreements/{id}/pick/", {
      params: { path: { slug, id } },
      body: picked,
    }),
  );
}

/** An example in the shape of an assignment, with an annotation's answer as draft or with none. */
export const writingQuery = (slug: string, id: number, annotation: number | null) =>
  queryOptions({
    queryKey: queryKeys.writing(slug, id, annotation),
    queryFn: async ({ signal }): Promise<Assignment> =>
      await readFrom("/api/v1/projects/{slug}/disagreements/{id}/write/", signal, {
        path: { slug, id },
        query: annotation === null ? {} : { annotation },
      }),
    // Never replaces work in progress.
    gcTime: 0,
  });

export interface Written extends Omit<Pick, "annotation"> {
  readonly answer: AnswerBody;
}

/** Decides on an answer that no annotator gave. */
export function writeAnswer(slug: string, id: number, written: Written): Promise<Disagreement> {
  return read(
    api.POST("/api/v1/projects/{slug}/disagreements/{id}/write/", {
      params: { path: { slug, id } },
      body: { ...written, answer: signed(written.answer) },
    }),
  );
}

/** Takes a decision back: the example is undecided again. */
export function withdrawDecision(
  slug: string,
  id: number,
  supersedes: number,
): Promise<Disagreement> {
  return read(
    api.POST("/api/v1/projects/{slug}/disagreements/{id}/withdraw/", {
      params: { path: { slug, id } },
      body: { supersedes },
    }),
  );
}
