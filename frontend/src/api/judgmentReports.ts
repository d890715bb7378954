import { queryOptions } from "@tanstack/react-query";

import { api, read, readAllPages, readFrom } from "./client";
import { type Round, type Target, judgingKeys } from "./judging";
import type { components } from "./schema";

type Schemas = components["schemas"];

export type Population = Schemas["PopulationOutput"];
export type Report = Schemas["ReportOutput"];
export type Proportion = Schemas["ProportionOutput"];
export type Coefficient = Schemas["CoefficientOutput"];
export type Gathered = Schemas["VariabilityOutput"];
export type SheetEntry = Schemas["SheetEntryOutput"];
export type SheetAnswer = Schemas["SheetAnswerOutput"];

const ofRound = (id: number) => ({ params: { path: { id } } });

/** What a new round would be drawn from, and who could judge it. */
export const populationQuery = (slug: string, target: Target) =>
  queryOptions({
    queryKey: [...judgingKeys.rounds(slug), "population", target] as const,
    queryFn: ({ signal }) =>
      readFrom("/api/v1/projects/{slug}/judgment-rounds/population/", signal, {
        path: { slug },
        query: { target },
      }),
  });

export const reportQuery = (id: number) =>
  queryOptions({
    queryKey: [...judgingKeys.round(id), "report"] as const,
    queryFn: ({ signal }) =>
      readFrom("/api/v1/judgment-rounds/{id}/report/", signal, ofRound(id).params),
  });

/** Figure 4 and footnote 9, as far as the annotations are there. */
export const variabilityQuery = (id: number) =>
  queryOptions({
    queryKey: [...judgingKeys.round(id), "variability"] as const,
    queryFn: ({ signal }) =>
      readFrom("/api/v1/judgment-rounds/{id}/variability/", signal, ofRound(id).params),
  });

/** Figure 6 in full: a sheet with a missing page would print as if it were whole. */
export const sheetQuery = (id: number) =>
  queryOptions({
    queryKey: [...judgingKeys.round(id), "sheet"] as const,
    queryFn: ({ signal }) =>
      readAllPages<SheetEntry>((query) =>
        readFrom("/api/v1/judgment-rounds/{id}/sheet/", signal, { path: { id }, query }),
      ),
  });

interface NewRound {
  title: string;
  target: Target;
  size: number;
  seed: number;
  experts: number[];
  guidelines: string;
}

export function openRound(slug: string, body: NewRound): Promise<Round> {
  return read(
    api.POST("/api/v1/projects/{slug}/judgment-rounds/", { params: { path: { slug } }, body }),
  );
}

/** The project's experts who are not in a round. */
export const addableExpertsQuery = (id: number) =>
  queryOptions({
    queryKey: [...judgingKeys.round(id), "addable-experts"] as const,
    queryFn: ({ signal }) =>
      readFrom("/api/v1/judgment-rounds/{id}/experts/", signal, ofRound(id).params),
  });

/** Gives a round another expert, while all still vote alone. */
export function addExpert(id: number, membership: number): Promise<Round> {
  return read(
    api.POST("/api/v1/judgment-rounds/{id}/experts/", {
      ...ofRound(id),
      body: { expert: membership },
    }),
  );
}

/** Takes the seat of an expert who has not closed phase 1; the others' verdicts stay. */
export function removeExpert(id: number, number: number): Promise<Round> {
  return read(
    api.DELETE("/api/v1/judgment-rounds/{id}/experts/{number}/", {
      params: { path: { id, number } },
    }),
  );
}

/** Asks for this many annotations of each of the round's examples, including the judged one. */
export function askForAnnotations(id: number, annotations: number): Promise<Round> {
  return read(
    api.POST("/api/v1/judgment-rounds/{id}/variability/", {
      ...ofRound(id),
      body: { annotations },
    }),
  );
}

export function exportAddress(id: number, form: "csv" | "jsonl"): string {
  return `/api/v1/judgment-rounds/${id}/export/?as=${form}`;
}

/** Takes the request for further annotations back. */
export function withdrawAnnotations(id: number): Promise<Round> {
  return read(api.DELETE("/api/v1/judgment-rounds/{id}/variability/", ofRound(id)));
}

export function changeRound(id: number, how: "cancel" | "reopen"): Promise<Round> {
  return read(
    how === "cancel"
      ? api.POST("/api/v1/judgment-rounds/{id}/cancel/", ofRound(id))
      : api.POST("/api/v1/judgment-rounds/{id}/reopen/", ofRound(id)),
  );
}
