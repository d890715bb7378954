import { keepPreviousData, queryOptions } from "@tanstack/react-query";

import { api, readFrom } from "./client";
import { type Sending, uploadForm } from "./jobs";
import type { components } from "./schema";

type Schemas = components["schemas"];

export type Retrieval = Schemas["RetrievalOutput"];
export type RetrievalBenchmark = Schemas["BenchmarkOutput"];
export type EncoderRow = Schemas["EncoderRowOutput"];
export type EncoderKind = EncoderRow["encoder"];
export type RetrievalFigure = Schemas["RetrievalFigureOutput"];
export type AskedQuestion = Schemas["RetrievalQuestionOutput"];
export type EncoderFound = Schemas["EncoderFoundOutput"];

const key = (slug: string) => ["project", slug, "retrieval"] as const;

/** Which questions, and the encoder that all others are compared with; "" leaves it to the server. */
type RetrievalQuery = Readonly<Record<"benchmark" | "against", string>>;

export const retrievalQuery = (slug: string, asked: RetrievalQuery) => {
  const given = Object.entries(asked).filter(([, value]) => value !== "");
  const query = Object.fromEntries(given.map(([name, value]) => [name, Number(value)]));
  return queryOptions({
    queryKey: [...key(slug), query],
    queryFn: ({ signal }) =>
      readFrom("/api/v1/projects/{slug}/retrieval/", signal, { path: { slug }, query }),
    placeholderData: keepPreviousData,
  });
};

export const askedQuestionsQuery = (
  slug: string,
  benchmark: number,
  query: { readonly beyond: number; readonly page: number; readonly page_size: number },
) =>
  queryOptions({
    queryKey: [...key(slug), benchmark, "questions", query],
    queryFn: ({ signal }) =>
      readFrom("/api/v1/projects/{slug}/retrieval/benchmarks/{id}/questions/", signal, {
        path: { slug, id: benchmark },
        query,
      }),
    placeholderData: keepPreviousData,
  });

export const rankedQuestionQuery = (slug: string, benchmark: number, number: number) =>
  queryOptions({
    queryKey: [...key(slug), benchmark, "question", number],
    queryFn: ({ signal }) =>
      readFrom("/api/v1/projects/{slug}/retrieval/benchmarks/{id}/questions/{number}/", signal, {
        path: { slug, id: benchmark, number },
      }),
  });

/** Where all questions or answers of a benchmark are downloaded, as JSON lines. */
export function textsAddress(slug: string, benchmark: number, part: "questions" | "answers") {
  return `/api/v1/projects/${encodeURIComponent(slug)}/retrieval/benchmarks/${benchmark}/texts/${part}/`;
}

/** What is asked: a split ("" for all), a SQuAD file, or questions that were asked before. */
export type Asked =
  | { readonly split: string }
  | { readonly squad: File }
  | { readonly benchmark: number };

export interface NewEncoder {
  readonly name: string;
  readonly encoder: EncoderKind;
  readonly asked: Asked;
  /** Vectors in .npy format, for the encoder `vectors` alone. */
  readonly vectors: { readonly questions: File; readonly answers: File } | null;
}

/** Queues the ranking of all answers by an encoder. */
export function startRanking(
  slug: string,
  { name, encoder, asked, vectors }: NewEncoder,
  sending: Sending,
): Promise<{ job: string }> {
  const form = new FormData();
  form.set("name", name);
  form.set("encoder", encoder);
  for (const [field, value] of Object.entries(asked)) {
    form.set(field, value instanceof File ? value : String(value));
  }
  if (vectors !== null) {
    form.set("questions", vectors.questions);
    form.set("answers", vectors.answers);
  }
  return uploadForm(`/api/v1/projects/${encodeURIComponent(slug)}/encoders/`, form, sending);
}

export async function showEncoder(slug: string, id: number, isPublished: boolean): Promise<void> {
  await api.PATCH("/api/v1/projects/{slug}/encoders/{id}/", {
    params: { path: { slug, id } },
    body: { is_published: isPublished },
  });
}

export async function deleteEncoder(slug: string, id: number): Promise<void> {
  await api.DELETE("/api/v1/projects/{slug}/encoders/{id}/", { params: { path: { slug, id } } });
}
