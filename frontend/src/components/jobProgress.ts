import type { Job } from "@/api/types";

import { count, formatCount, formatDuration } from "./format";

/** Finished share in percent, or null while the total is unknown. */
export function finishedPercent({ done, total }: Pick<Job, "done" | "total">): number | null {
  if (total === null || total === 0) return null;
  return Math.min(100, (done / total) * 100);
}

type Timed = Pick<Job, "done" | "total" | "per_second" | "message"> & { readonly kind?: string };

/** What a job counts where it isn't examples: one of them, and several. */
const COUNTED: Readonly<Record<string, readonly [string, string]>> = {
  score_retrieval: ["sentence or question", "sentences and questions"],
  train_reader: ["step", "steps"],
};

/** Seconds until the job is done at the rate so far; null if that is unknown. */
export function secondsLeft({ done, total, per_second }: Timed): number | null {
  if (per_second === null || per_second === 0 || total === null) return null;
  return Math.max(0, total - done) / per_second;
}

/** A rate fit to read: *120 per second*, *8 per minute*. */
export function describeRate(rate: number): string {
  if (rate >= 1) return `${formatCount(Math.round(rate))} per second`;
  return `${Math.max(1, Math.round(rate * 60))} per minute`;
}

/** One line about a job under way: how much is done, how fast, how long it will take. */
export function describeProgress(job: Timed): string {
  if (job.total === null && job.done === 0 && job.message !== "") return job.message;
  const [one, several] = COUNTED[job.kind ?? ""] ?? ["example", "examples"];
  const amount =
    job.total === null
      ? count(job.done, one, several)
      : `${formatCount(job.done)} of ${count(job.total, one, several)}`;
  const left = secondsLeft(job);
  return [
    amount,
    job.per_second === null ? "" : describeRate(job.per_second),
    left === null ? "" : `about ${formatDuration(left)} left`,
  ]
    .filter(Boolean)
    .join(" · ");
}
