import { keepPreviousData, queryOptions } from "@tanstack/react-query";

import { api, read, readFrom } from "./client";
import { type Sending, uploadForm } from "./jobs";
import { queryKeys } from "./queryKeys";
import type { components } from "./schema";

type Schemas = components["schemas"];

export type Leaderboard = Schemas["LeaderboardOutput"];
export type SystemRow = Schemas["SystemRowOutput"];
export type PeopleRow = Schemas["PeopleRowOutput"];
export type References = Schemas["ReferencesOutput"];

/** Which split, and by which metric in which order; the server chooses the defaults. With
 * `references` "all", all annotations are references, not draws of them. */
type LeaderboardQuery = Readonly<Record<"split" | "order" | "against" | "references", string>>;

export const leaderboardQuery = (
  slug: string,
  { against, references, ...named }: LeaderboardQuery,
) => {
  const query = {
    ...named,
    ...(against !== "" && { against: Number(against) }),
    ...(references === "all" && { all_annotations: true }),
  };
  return queryOptions({
    queryKey: queryKeys.leaderboard(slug, query),
    queryFn: ({ signal }) =>
      readFrom("/api/v1/projects/{slug}/leaderboard/", signal, { path: { slug }, query }),
    placeholderData: keepPreviousData,
  });
};

export interface NewSystem {
  readonly file: File;
  /** What a reader found in long-form answers; null for none. */
  readonly found: File | null;
  readonly name: string;
  readonly notes: string;
  readonly split: string;
  readonly non_null_annotations: number;
  /** Of a file of passages, so many of each question are its answer. */
  readonly passages: number;
  /** The project of people who answered without context; "" for none. */
  readonly without_context: string;
}

/** Uploads predictions and queues their scoring. */
export function startScoring(
  slug: string,
  system: NewSystem,
  sending: Sending,
): Promise<{ job: string }> {
  const form = new FormData();
  form.set("name", system.name);
  form.set("notes", system.notes);
  form.set("split", system.split);
  form.set("non_null_annotations", String(system.non_null_annotations));
  form.set("passages", String(system.passages));
  form.set("without_context", system.without_context);
  form.set("file", system.file);
  if (system.found) form.set("found", system.found);
  return uploadForm(`/api/v1/projects/${encodeURIComponent(slug)}/systems/`, form, sending);
}

export function publishLeaderboard(slug: string, isPublished: boolean): Promise<unknown> {
  return read(
    api.PUT("/api/v1/projects/{slug}/leaderboard/publication/", {
      params: { path: { slug } },
      body: { is_published: isPublished },
    }),
  );
}

export async function showSystem(slug: string, id: number, isPublished: boolean): Promise<void> {
  await api.PATCH("/api/v1/projects/{slug}/systems/{id}/", {
    params: { path: { slug, id } },
    body: { is_published: isPublished },
  });
}

export async function deleteSystem(slug: string, id: number): Promise<void> {
  await api.DELETE("/api/v1/projects/{slug}/systems/{id}/", { params: { path: { slug, id } } });
}
