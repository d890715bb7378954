import { keepPreviousData, queryOptions } from "@tanstack/react-query";

import { api, read, readCsrfToken, readFrom } from "./client";
import { connectionError, toApiError } from "./errors";
import { queryKeys } from "./queryKeys";
import type { components } from "./schema";
import type { Job, Paginated } from "./types";

export function isActive(job: Pick<Job, "state">): boolean {
  return job.state === "queued" || job.state === "running";
}

const whileActive = (query: { state: { data?: Paginated<Job> | undefined } }) =>
  query.state.data?.results.some(isActive) ? 1000 : false;

/** The project's newest jobs, asked for again each second while one is under way. */
export const jobsQuery = (slug: string) =>
  queryOptions({
    queryKey: queryKeys.jobs(slug),
    queryFn: ({ signal }) => readFrom("/api/v1/projects/{slug}/jobs/", signal, { path: { slug } }),
    refetchInterval: whileActive,
  });

/** How many jobs are on a page of those of some kinds. */
export const JOBS_PER_PAGE = 25;

/** A page of the jobs whose kinds begin with one of `kinds`; any number of others may be newer. */
export const jobsOfKindsQuery = (slug: string, kinds: readonly string[], page = 1) => {
  const query = { kinds: kinds.join(","), page, page_size: JOBS_PER_PAGE };
  return queryOptions({
    queryKey: queryKeys.jobsOfKinds(slug, query),
    queryFn: ({ signal }) =>
      readFrom("/api/v1/projects/{slug}/jobs/", signal, { path: { slug }, query }),
    refetchInterval: whileActive,
    placeholderData: keepPreviousData,
  });
};

export const jobProblemsQuery = (id: string) =>
  queryOptions({
    queryKey: queryKeys.jobProblems(id),
    queryFn: ({ signal }) =>
      readFrom("/api/v1/jobs/{id}/problems/", signal, { path: { id }, query: { page_size: 100 } }),
  });

export function cancelJob(id: string): Promise<Job> {
  return read(api.POST("/api/v1/jobs/{id}/cancel/", { params: { path: { id } } }));
}

/** Queues the job that undoes an import, or brings it back. */
export function changeImport(id: string, how: "undo" | "redo"): Promise<{ job: string }> {
  const which = { params: { path: { id } } };
  return read(
    how === "undo"
      ? api.POST("/api/v1/jobs/{id}/undo/", which)
      : api.POST("/api/v1/jobs/{id}/redo/", which),
  );
}

export type JobProblem = components["schemas"]["JobProblemOutput"];
export type ImportFormat = components["schemas"]["ImportInputFormatEnum"];

export interface NewImport {
  file: File;
  format: ImportFormat;
  annotations: boolean;
  on_error: components["schemas"]["OnErrorEnum"];
  split: string;
  /** The pages that were visited for ambiguous questions; null for none. */
  pages?: File | null;
  /** Whether the visited pages are to come from Wikipedia. */
  fetch?: boolean;
  /** Whether the wiki is to be searched for pages of questions that name none. */
  search?: boolean;
}

function importForm(newImport: NewImport): FormData {
  const form = new FormData();
  form.set("format", newImport.format);
  form.set("annotations", String(newImport.annotations));
  form.set("on_error", newImport.on_error);
  if (newImport.split !== "") form.set("split", newImport.split);
  form.set("file", newImport.file);
  if (newImport.pages) form.set("pages", newImport.pages);
  if (newImport.fetch === true) form.set("fetch", "true");
  if (newImport.search === true) form.set("search", "true");
  return form;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

/** What hears how far an upload is, and what stops it. */
export interface Sending {
  /** Gets the share that was sent, 0 to 1. */
  readonly onProgress?: (share: number) => void;
  readonly signal?: AbortSignal;
}

/** Sends a form with files to an address of the API; rejects when it is aborted. */
export function uploadForm(
  address: string,
  form: FormData,
  { onProgress, signal }: Sending = {},
): Promise<{ job: string }> {
  // fetch doesn't report how much of a body was sent, and these files reach a gigabyte.
  return new Promise((resolve, reject) => {
    const upload = new XMLHttpRequest();
    upload.open("POST", address);
    upload.setRequestHeader("Accept", "application/json");
    upload.setRequestHeader("X-CSRFToken", readCsrfToken());
    upload.upload.onprogress = (event) => {
      if (event.lengthComputable) onProgress?.(event.loaded / event.total);
    };
    upload.onerror = () => {
      reject(connectionError());
    };
    upload.onload = () => {
      const answer = parseJson(upload.responseText);
      if (upload.status < 400) resolve(answer as { job: string });
      else reject(toApiError(upload.status, answer));
    };
    signal?.addEventListener("abort", () => {
      upload.abort();
      reject(new Error("The upload was cancelled."));
    });
    upload.send(form);
  });
}

/** Uploads a file and queues its import. */
export function startImport(
  slug: string,
  newImport: NewImport,
  sending: Sending,
): Promise<{ job: string }> {
  const address = `/api/v1/projects/${encodeURIComponent(slug)}/imports/`;
  return uploadForm(address, importForm(newImport), sending);
}

export type ExportFormat = components["schemas"]["ExportFormatOutput"];
export type ExportOption = components["schemas"]["ExportOptionOutput"];

/** What a project can be exported in, in the words of the form; they change with the site alone. */
export const exportFormatsQuery = (slug: string) =>
  queryOptions({
    queryKey: queryKeys.exportFormats(slug),
    queryFn: ({ signal }) =>
      readFrom("/api/v1/projects/{slug}/exports/", signal, { path: { slug } }),
    staleTime: Infinity,
  });

/** What a format can be limited by; the API refuses what a format doesn't have. */
type ExportOptions = Omit<components["schemas"]["ExportInputRequest"], "format">;

export function startExport(
  slug: string,
  format: ExportFormat["name"],
  options: ExportOptions = {},
): Promise<{ job: string }> {
  return read(
    api.POST("/api/v1/projects/{slug}/exports/", {
      params: { path: { slug } },
      body: { format, ...options },
    }),
  );
}
