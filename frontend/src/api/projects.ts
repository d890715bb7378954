import { keepPreviousData, queryOptions } from "@tanstack/react-query";

import type { QueryParameters } from "./client";
import { projectPath, request } from "./client";
import { queryKeys } from "./queryKeys";
import type {
  Annotation,
  Annotator,
  ExampleDetail,
  ExampleSummary,
  Guidelines,
  Member,
  Paginated,
  Progress,
  Project,
  ProjectKind,
  Role,
} from "./types";

export const projectsQuery = () =>
  queryOptions({
    queryKey: queryKeys.projects(),
    queryFn: ({ signal }) =>
      request<Paginated<Project>>("GET", "projects/", { query: { page_size: 100 }, signal }),
  });

export const projectQuery = (slug: string) =>
  queryOptions({
    queryKey: queryKeys.project(slug),
    queryFn: ({ signal }) => request<Project>("GET", projectPath(slug), { signal }),
    staleTime: 60_000,
  });

export interface NewProject {
  slug: string;
  kind: ProjectKind;
  title: string;
  overlap: number;
  lease_minutes?: number;
  guidelines?: string;
}

export function createProject(project: NewProject): Promise<Project> {
  return request<Project>("POST", "projects/", { body: project });
}

export function updateProject(
  slug: string,
  changes: Partial<Pick<Project, "title" | "overlap" | "lease_minutes">>,
): Promise<Project> {
  return request<Project>("PATCH", projectPath(slug), { body: changes });
}

export const progressQuery = (slug: string) =>
  queryOptions({
    queryKey: queryKeys.progress(slug),
    queryFn: ({ signal }) => request<Progress>("GET", projectPath(slug, "progress/"), { signal }),
  });

export const guidelinesQuery = (slug: string) =>
  queryOptions({
    queryKey: queryKeys.guidelines(slug),
    queryFn: ({ signal }) =>
      request<Guidelines>("GET", projectPath(slug, "guidelines/"), { signal }),
    staleTime: 60_000,
  });

export function saveGuidelines(slug: string, markdown: string): Promise<Guidelines> {
  return request<Guidelines>("PUT", projectPath(slug, "guidelines/"), { body: { markdown } });
}

export const membersQuery = (slug: string, query: QueryParameters = {}) =>
  queryOptions({
    queryKey: [...queryKeys.members(slug), query] as const,
    queryFn: ({ signal }) =>
      request<Paginated<Member>>("GET", projectPath(slug, "members/"), { query, signal }),
    placeholderData: keepPreviousData,
  });

export interface NewMember {
  username: string;
  role: Role;
  password?: string;
}

export function addMember(slug: string, member: NewMember): Promise<Member> {
  return request<Member>("POST", projectPath(slug, "members/"), { body: member });
}

export function updateMember(
  slug: string,
  id: number,
  changes: Partial<Pick<Member, "role" | "is_active">>,
): Promise<Member> {
  return request<Member>("PATCH", projectPath(slug, `members/${id}/`), { body: changes });
}

export const annotatorsQuery = (slug: string, query: QueryParameters = {}) =>
  queryOptions({
    queryKey: [...queryKeys.annotators(slug), query] as const,
    queryFn: ({ signal }) =>
      request<Paginated<Annotator>>("GET", projectPath(slug, "annotators/"), { query, signal }),
    placeholderData: keepPreviousData,
  });

export const examplesQuery = (slug: string, query: QueryParameters) =>
  queryOptions({
    queryKey: queryKeys.examples(slug, query),
    queryFn: ({ signal }) =>
      request<Paginated<ExampleSummary>>("GET", projectPath(slug, "examples/"), { query, signal }),
    placeholderData: keepPreviousData,
  });

export const exampleQuery = (slug: string, id: number) =>
  queryOptions({
    queryKey: queryKeys.example(slug, id),
    queryFn: ({ signal }) =>
      request<ExampleDetail>("GET", projectPath(slug, `examples/${id}/`), { signal }),
  });

export const annotationsQuery = (slug: string, query: QueryParameters) =>
  queryOptions({
    queryKey: queryKeys.annotations(slug, query),
    queryFn: ({ signal }) =>
      request<Paginated<Annotation>>("GET", projectPath(slug, "annotations/"), { query, signal }),
    placeholderData: keepPreviousData,
  });
