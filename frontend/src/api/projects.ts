import { keepPreviousData, queryOptions } from "@tanstack/react-query";

import { api, read, readFrom } from "./client";
import { queryKeys } from "./queryKeys";
import type { paths } from "./schema";
import type { Guidelines, Member, Project, ProjectKind, Role } from "./types";

/**
 * Filters and paging as the address bar holds them. People can type anything into the address; the
 * server answers 400 to what it doesn't know.
 */
export type ListQuery = Readonly<Record<string, string | number | boolean>>;

type ListPath =
  | "/api/v1/projects/{slug}/examples/"
  | "/api/v1/projects/{slug}/annotations/"
  | "/api/v1/projects/{slug}/annotators/"
  | "/api/v1/projects/{slug}/concerns/"
  | "/api/v1/projects/{slug}/confirmations/"
  | "/api/v1/projects/{slug}/members/"
  | "/api/v1/projects/{slug}/disagreements/"
  | "/api/v1/projects/{slug}/parked/"
  | "/api/v1/projects/{slug}/assignments/";
type QueryOf<Path extends ListPath> = NonNullable<paths[Path]["get"]["parameters"]["query"]>;

/** The parameters of a list call from what the address bar holds. */
export function listParams<Path extends ListPath>(slug: string, query: ListQuery) {
  return { path: { slug }, query: query as QueryOf<Path> };
}

const at = (slug: string) => ({ params: { path: { slug } } });

export const projectsQuery = () =>
  queryOptions({
    queryKey: queryKeys.projects(),
    queryFn: ({ signal }) => readFrom("/api/v1/projects/", signal, { query: { page_size: 100 } }),
  });

export const projectQuery = (slug: string) =>
  queryOptions({
    queryKey: queryKeys.project(slug),
    queryFn: ({ signal }) => readFrom("/api/v1/projects/{slug}/", signal, at(slug).params),
    staleTime: 60_000,
  });

interface NewProject {
  slug: string;
  kind: ProjectKind;
  title: string;
  overlap: number;
  lease_minutes: number;
  /** What is left out from here on is as usual for the kind. */
  minutes_per_question?: number | null;
  recommended_per_day?: number | null;
  requires_training?: boolean;
  regime?: Project["regime"];
}

export type ProjectChanges = Partial<
  Pick<
    Project,
    | "title"
    | "overlap"
    | "lease_minutes"
    | "allows_revisions"
    | "revision_minutes"
    | "minutes_per_question"
    | "recommended_per_day"
    | "requires_training"
    | "regime"
  >
>;

export function createProject(project: NewProject): Promise<Project> {
  return read(api.POST("/api/v1/projects/", { body: { ...project, guidelines: "" } }));
}

export function updateProject(slug: string, changes: ProjectChanges): Promise<Project> {
  return read(api.PATCH("/api/v1/projects/{slug}/", { ...at(slug), body: changes }));
}

export const progressQuery = (slug: string) =>
  queryOptions({
    queryKey: queryKeys.progress(slug),
    queryFn: ({ signal }) => readFrom("/api/v1/projects/{slug}/progress/", signal, at(slug).params),
  });

export const guidelinesQuery = (slug: string) =>
  queryOptions({
    queryKey: queryKeys.guidelines(slug),
    queryFn: ({ signal }) =>
      readFrom("/api/v1/projects/{slug}/guidelines/", signal, at(slug).params),
    staleTime: 60_000,
  });

/** What changed in the guidelines since the caller last worked. */
export const guidelineChangesQuery = (slug: string) =>
  queryOptions({
    queryKey: queryKeys.guidelineChanges(slug),
    queryFn: ({ signal }) =>
      readFrom("/api/v1/projects/{slug}/guidelines/changes/", signal, at(slug).params),
    staleTime: 60_000,
  });

/** Notes that the caller has read a version of the guidelines. */
export async function markGuidelinesSeen(
  slug: string,
  seen: { readonly version: number; readonly with_difference: boolean },
): Promise<void> {
  await api.POST("/api/v1/projects/{slug}/guidelines/seen/", { ...at(slug), body: seen });
}

export function saveGuidelines(slug: string, markdown: string): Promise<Guidelines> {
  return read(api.PUT("/api/v1/projects/{slug}/guidelines/", { ...at(slug), body: { markdown } }));
}

export const membersQuery = (slug: string, query: ListQuery = {}) =>
  queryOptions({
    queryKey: queryKeys.members(slug, query),
    queryFn: ({ signal }) =>
      readFrom(
        "/api/v1/projects/{slug}/members/",
        signal,
        listParams<"/api/v1/projects/{slug}/members/">(slug, query),
      ),
    placeholderData: keepPreviousData,
  });

interface NewMember {
  username: string;
  role: Role;
  /** "" for people who have an account. */
  password: string;
}

export function addMember(slug: string, member: NewMember): Promise<Member> {
  return read(api.POST("/api/v1/projects/{slug}/members/", { ...at(slug), body: member }));
}

export function updateMember(
  slug: string,
  id: number,
  changes: Partial<Pick<Member, "role" | "is_active">>,
): Promise<Member> {
  return read(
    api.PATCH("/api/v1/projects/{slug}/members/{id}/", {
      params: { path: { slug, id } },
      body: changes,
    }),
  );
}

export const annotatorsQuery = (slug: string, query: ListQuery = {}) =>
  queryOptions({
    queryKey: queryKeys.annotators(slug, query),
    queryFn: ({ signal }) =>
      readFrom(
        "/api/v1/projects/{slug}/annotators/",
        signal,
        listParams<"/api/v1/projects/{slug}/annotators/">(slug, query),
      ),
    placeholderData: keepPreviousData,
  });

export const examplesQuery = (slug: string, query: ListQuery) =>
  queryOptions({
    queryKey: queryKeys.examples(slug, query),
    queryFn: ({ signal }) =>
      readFrom(
        "/api/v1/projects/{slug}/examples/",
        signal,
        listParams<"/api/v1/projects/{slug}/examples/">(slug, query),
      ),
    placeholderData: keepPreviousData,
  });

export const exampleQuery = (slug: string, id: number) =>
  queryOptions({
    queryKey: queryKeys.example(slug, id),
    queryFn: ({ signal }) =>
      readFrom("/api/v1/projects/{slug}/examples/{id}/", signal, { path: { slug, id } }),
  });

export const annotationsQuery = (slug: string, query: ListQuery) =>
  queryOptions({
    queryKey: queryKeys.annotations(slug, query),
    queryFn: ({ signal }) =>
      readFrom(
        "/api/v1/projects/{slug}/annotations/",
        signal,
        listParams<"/api/v1/projects/{slug}/annotations/">(slug, query),
      ),
    placeholderData: keepPreviousData,
  });
