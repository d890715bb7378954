import { queryOptions } from "@tanstack/react-query";

import { api, read, readFrom } from "./client";
import { isActive, type Sending, uploadForm } from "./jobs";
import { queryKeys } from "./queryKeys";
import type { components } from "./schema";

type Schemas = components["schemas"];

export type Submissions = Schemas["SubmissionsOutput"];
export type Submission = Schemas["SubmissionOutput"];

/** The submissions of the caller's team, asked for again each second while one is being scored. */
export const submissionsQuery = (slug: string) =>
  queryOptions({
    queryKey: queryKeys.submissions(slug),
    queryFn: ({ signal }) =>
      readFrom("/api/v1/projects/{slug}/submissions/", signal, { path: { slug } }),
    refetchInterval: (query) => {
      const jobs = query.state.data?.submissions.map(({ job }) => job) ?? [];
      return jobs.some((job) => job !== null && isActive(job)) ? 1000 : false;
    },
  });

export interface NewSubmission {
  readonly file: File;
  readonly name: string;
  readonly notes: string;
  /** Of a file of passages, so many of each question are its answer. */
  readonly passages: number;
}

/** Uploads predictions for the hidden split and queues their scoring. */
export function submitPredictions(
  slug: string,
  submission: NewSubmission,
  sending: Sending,
): Promise<{ job: string }> {
  const form = new FormData();
  form.set("name", submission.name);
  form.set("notes", submission.notes);
  form.set("passages", String(submission.passages));
  form.set("file", submission.file);
  return uploadForm(`/api/v1/projects/${encodeURIComponent(slug)}/submissions/`, form, sending);
}

export type OwnReceipt = Schemas["OwnReceiptOutput"];

/** Makes a submission the one that counts in its phase, or leaves that to the rules. */
export function chooseFinal(slug: string, id: number, isFinal: boolean): Promise<Submission> {
  return read(
    api.PUT("/api/v1/projects/{slug}/submissions/{id}/final/", {
      params: { path: { slug, id } },
      body: { is_final: isFinal },
    }),
  );
}

/** Whether a receipt of the caller's team fits all that is kept of the score. */
export function verifyReceipt(slug: string, receipt: string): Promise<OwnReceipt> {
  return read(
    api.POST("/api/v1/projects/{slug}/submissions/receipts/", {
      params: { path: { slug } },
      body: { receipt },
    }),
  );
}
