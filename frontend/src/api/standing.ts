import { queryOptions } from "@tanstack/react-query";

import { api, read, readFrom } from "./client";
import { queryKeys } from "./queryKeys";
import type { components } from "./schema";
import type { Project } from "./types";

type Schemas = components["schemas"];

/** A project in the bin. */
export type DeletedProject = Schemas["DeletedProjectOutput"];

export function changeStanding(
  slug: string,
  standing: Project["standing"],
): Promise<Schemas["ProjectStandingOutput"]> {
  return read(
    api.PUT("/api/v1/projects/{slug}/standing/", {
      params: { path: { slug } },
      body: { standing },
    }),
  );
}

/** Puts a project into the bin; `name` is its short name, typed. */
export function deleteProject(slug: string, name: string): Promise<DeletedProject> {
  return read(
    api.POST("/api/v1/projects/{slug}/deletion/", { params: { path: { slug } }, body: { name } }),
  );
}

/** The projects in the bin that the caller can restore. */
export const deletedProjectsQuery = () =>
  queryOptions({
    queryKey: queryKeys.deletedProjects(),
    queryFn: ({ signal }) =>
      readFrom("/api/v1/deleted-projects/", signal, { query: { page_size: 100 } }),
  });

/** A system, an encoder or an error analysis in the bin. */
export type DeletedPart = Schemas["DeletedPartOutput"];

/** What was deleted of a project and a lead can restore. */
export const deletedPartsQuery = (slug: string) =>
  queryOptions({
    queryKey: queryKeys.deletedParts(slug),
    queryFn: ({ signal }) =>
      readFrom("/api/v1/projects/{slug}/deleted-parts/", signal, {
        path: { slug },
        query: { page_size: 100 },
      }),
  });

export async function restorePart(
  slug: string,
  { kind, id }: Pick<DeletedPart, "kind" | "id">,
): Promise<void> {
  await api.POST("/api/v1/projects/{slug}/deleted-parts/restore/", {
    params: { path: { slug } },
    body: { kind, id },
  });
}

export function restoreProject(id: number): Promise<Schemas["ProjectStandingOutput"]> {
  return read(api.POST("/api/v1/deleted-projects/{id}/restore/", { params: { path: { id } } }));
}
