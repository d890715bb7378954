import { keepPreviousData, queryOptions } from "@tanstack/react-query";

import { api, read, readAllPages, readFrom } from "./client";
import { ApiError } from "./errors";
import { isActive } from "./jobs";
import type { ListQuery } from "./projects";
import { queryKeys } from "./queryKeys";
import type { components } from "./schema";

type Schemas = components["schemas"];

export type Preference = Schemas["Preference"];
export type Comparison = Schemas["ComparisonOutput"];
export type Study = Schemas["StudyOutput"];
export type Sources = Schemas["SourcesOutput"];
export type Estimate = Schemas["EstimateOutput"];
export type SystemResults = Schemas["SystemResultOutput"];
export type Results = Schemas["ResultsOutput"];
export type Correlations = Schemas["CorrelationsOutput"];

/** A comparison so far; null for what is still open. `seconds` is active time. */
export type ComparisonDraft = Omit<
  Schemas["ComparisonAnswerOutput"],
  "left_captures" | "right_captures" | "ambiguity" | "fluency" | "overall"
> & {
  readonly left_captures: readonly (boolean | null)[];
  readonly right_captures: readonly (boolean | null)[];
  readonly ambiguity: Preference | null;
  readonly fluency: Preference | null;
  readonly overall: Preference | null;
};

/** An open comparison in the shape in which drafts are kept. */
export type OpenComparison = Omit<Comparison, "draft"> & {
  readonly draft: ComparisonDraft | null;
  readonly revising: null;
};

function toOpen(comparison: Comparison): OpenComparison {
  return { ...comparison, revising: null };
}

const ofProject = (slug: string) => ({ params: { path: { slug } } });
const at = (id: number) => ({ params: { path: { id } } });

export const studiesQuery = (slug: string, query: ListQuery = {}) =>
  queryOptions({
    queryKey: queryKeys.comparisonStudies(slug, query),
    queryFn: ({ signal }) =>
      readFrom("/api/v1/projects/{slug}/comparison-studies/", signal, { path: { slug }, query }),
    placeholderData: keepPreviousData,
  });

export const sourcesQuery = (slug: string) =>
  queryOptions({
    queryKey: queryKeys.comparisonSources(slug),
    queryFn: ({ signal }) =>
      readFrom(
        "/api/v1/projects/{slug}/comparison-studies/sources/",
        signal,
        ofProject(slug).params,
      ),
  });

export const studyQuery = (id: number) =>
  queryOptions({
    queryKey: queryKeys.comparisonStudy(id),
    queryFn: ({ signal }) => readFrom("/api/v1/comparison-studies/{id}/", signal, at(id).params),
  });

export const resultsQuery = (id: number) =>
  queryOptions({
    queryKey: queryKeys.comparisonResults(id),
    queryFn: ({ signal }) =>
      readFrom("/api/v1/comparison-studies/{id}/results/", signal, at(id).params),
    refetchInterval: ({ state }) => (state.data?.job && isActive(state.data.job) ? 1000 : false),
  });

export function startResults(id: number): Promise<{ job: string }> {
  return read(api.POST("/api/v1/comparison-studies/{id}/results/", at(id)));
}

/** Of the results with `fingerprint`; while those of newer ones come, the older stay. */
export const correlationsQuery = (id: number, fingerprint: string | null) =>
  queryOptions({
    queryKey: queryKeys.comparisonCorrelations(id, fingerprint),
    queryFn: ({ signal }) =>
      readFrom("/api/v1/comparison-studies/{id}/correlations/", signal, at(id).params),
    placeholderData: keepPreviousData,
  });

/** The first comparison that waits for the caller; null when none does. */
export async function nextComparison(study: number): Promise<OpenComparison | null> {
  const { data } = await api.POST("/api/v1/comparison-studies/{id}/next/", at(study));
  return data ? toOpen(data) : null;
}

export async function readComparison(id: number): Promise<OpenComparison> {
  return toOpen(await read(api.GET("/api/v1/comparisons/{id}/", at(id))));
}

/** Throws an ApiError with code `stale_draft` whose body carries the current comparison. */
export async function saveComparisonDraft(
  id: number,
  version: number,
  draft: ComparisonDraft,
): Promise<OpenComparison> {
  try {
    const saved = await read(
      api.PUT("/api/v1/comparisons/{id}/draft/", {
        ...at(id),
        body: {
          version,
          draft: {
            ...draft,
            left_captures: [...draft.left_captures],
            right_captures: [...draft.right_captures],
          },
        },
        // The last change before the page closes has to arrive, too.
        keepalive: true,
      }),
    );
    return toOpen(saved);
  } catch (error) {
    throw withCurrent(error);
  }
}

/** Drafts are kept by what calls the current state of anything an `assignment`. */
function withCurrent(error: unknown): unknown {
  if (!(error instanceof ApiError) || error.code !== "stale_draft") return error;
  const { status, code, detail, fields, body } = error;
  if (typeof body !== "object" || body === null || !("comparison" in body)) return error;
  const assignment = toOpen(body.comparison as Comparison);
  return new ApiError({ status, code, detail, fields, body: { assignment } });
}

export interface ComparisonAnswer {
  readonly left_captures: readonly boolean[];
  readonly right_captures: readonly boolean[];
  readonly ambiguity: Preference;
  readonly fluency: Preference;
  readonly overall: Preference;
  readonly comment: string;
  readonly seconds: number;
}

/** Sending the same idempotency key again changes nothing. */
export async function submitComparison(
  id: number,
  answer: ComparisonAnswer & { version: number },
  idempotencyKey: string,
): Promise<void> {
  const { left_captures: left, right_captures: right } = answer;
  await api.POST("/api/v1/comparisons/{id}/submit/", {
    params: { path: { id }, header: { "Idempotency-Key": idempotencyKey } },
    body: { ...answer, left_captures: [...left], right_captures: [...right] },
  });
}

/** Where a system's answers come from. */
export type SystemSource =
  | { readonly kind: "file"; readonly name: string; readonly file: File }
  | {
      readonly kind: "annotations";
      readonly name: string;
      readonly project: string;
      /** From 0, in the order in which the annotations of a question came. */
      readonly number: number;
    };

interface StudyChoices {
  readonly title: string;
  readonly seed: number;
  readonly comparers_per_pair: number;
  readonly instructions: string;
  readonly comparers: readonly number[];
}

/** Pairs of answers are drawn for it. */
interface DrawnStudy extends StudyChoices {
  readonly question_count: number;
  readonly systems: readonly SystemSource[];
}

/** Its pairs stand in a file, such as ASQA's `setup.tsv`. */
interface GivenStudy extends StudyChoices {
  readonly pairs: File;
}

export type NewStudy = DrawnStudy | GivenStudy;

/** The part of the form that carries a system's file. */
export const partName = (number: number) => `answers-${number}`;

function choicesForm(study: StudyChoices): FormData {
  const form = new FormData();
  form.set("title", study.title);
  form.set("seed", String(study.seed));
  form.set("comparers_per_pair", String(study.comparers_per_pair));
  form.set("instructions", study.instructions);
  for (const membership of study.comparers) form.append("comparers", String(membership));
  return form;
}

export function studyForm(study: DrawnStudy): FormData {
  const form = choicesForm(study);
  form.set("question_count", String(study.question_count));
  const systems = study.systems.map((system, number) =>
    system.kind === "file"
      ? { name: system.name, file: partName(number) }
      : {
          name: system.name,
          annotations_of: system.project,
          annotation_number: system.number,
        },
  );
  form.set("systems", JSON.stringify(systems));
  for (const [number, system] of study.systems.entries()) {
    if (system.kind === "file") form.set(partName(number), system.file);
  }
  return form;
}

export function createStudy(slug: string, study: NewStudy): Promise<Study> {
  if ("pairs" in study) return openPairs(slug, study);
  const form = studyForm(study);
  return read(
    api.POST("/api/v1/projects/{slug}/comparison-studies/", {
      ...ofProject(slug),
      body: form as never,
      bodySerializer: () => form,
    }),
  );
}

function openPairs(slug: string, study: GivenStudy): Promise<Study> {
  const form = choicesForm(study);
  form.set("file", study.pairs);
  return read(
    api.POST("/api/v1/projects/{slug}/comparison-studies/given-pairs/", {
      ...ofProject(slug),
      body: form as never,
      bodySerializer: () => form,
    }),
  );
}

export function importStudy(slug: string, title: string, file: File): Promise<Study> {
  const form = new FormData();
  form.set("title", title);
  form.set("file", file);
  return read(
    api.POST("/api/v1/projects/{slug}/comparison-studies/import/", {
      ...ofProject(slug),
      body: form as never,
      bodySerializer: () => form,
    }),
  );
}

export function finishStudy(id: number): Promise<Study> {
  return read(api.POST("/api/v1/comparison-studies/{id}/finish/", at(id)));
}

export function changeStudy(id: number, how: "cancel" | "reopen"): Promise<Study> {
  return read(
    how === "cancel"
      ? api.POST("/api/v1/comparison-studies/{id}/cancel/", at(id))
      : api.POST("/api/v1/comparison-studies/{id}/reopen/", at(id)),
  );
}

/** The caller's comparisons in a study, in their order; one page has them all but in huge studies. */
export const ownComparisonsQuery = (id: number) =>
  queryOptions({
    queryKey: [...queryKeys.comparisonStudy(id), "own"],
    queryFn: ({ signal }) =>
      readAllPages((query) =>
        readFrom("/api/v1/comparison-studies/{id}/comparisons/", signal, { path: { id }, query }),
      ),
  });

/** Makes a submitted comparison a draft again, which is then the next one. */
export async function takeBackComparison(id: number): Promise<void> {
  await api.POST("/api/v1/comparisons/{id}/take-back/", at(id));
}

/** By system, then by metric. */
export type Scores = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** The scores to change; null removes one, and all others stay. */
export type ScoreChanges = Readonly<Record<string, Readonly<Record<string, number | null>>>>;

export function saveScores(id: number, scores: ScoreChanges): Promise<Correlations> {
  return read(
    api.PATCH("/api/v1/comparison-studies/{id}/scores/", { ...at(id), body: { scores } }),
  );
}

/** Where the study's comparisons can be downloaded as TSV. */
export const exportAddress = (id: number) => `/api/v1/comparison-studies/${id}/export/`;
