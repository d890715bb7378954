import type { Job } from "@/api/types";
import { count, formatDuration } from "@/components/format";

/** Finished share in percent, or null while the total is unknown. */
export function finishedPercent({ done, total }: Pick<Job, "done" | "total">): number | null {
  if (total === null || total === 0) return null;
  return Math.min(100, (done / total) * 100);
}

type Timed = Pick<Job, "done" | "total" | "started_at">;

/** Done per second since the job started; null before anything was done. */
export function ratePerSecond(job: Timed, now: Date): number | null {
  if (job.started_at === null || job.done === 0) return null;
  const seconds = (now.getTime() - new Date(job.started_at).getTime()) / 1000;
  return seconds < 1 ? null : job.done / seconds;
}

/** Seconds until the job is done at the rate so far; null where that can't be told. */
export function secondsLeft(job: Timed, now: Date): number | null {
  const rate = ratePerSecond(job, now);
  if (rate === null || job.total === null) return null;
  return Math.max(0, job.total - job.done) / rate;
}

/** A rate fit to read: *120 per second*, *8 per minute*. */
export function describeRate(rate: number): string {
  if (rate >= 1) return `${Math.round(rate)} per second`;
  return `${Math.max(1, Math.round(rate * 60))} per minute`;
}

/** One line about a job under way: how much is done, how fast, how long it will take. */
export function describeProgress(job: Timed, now: Date): string {
  const amount =
    job.total === null
      ? count(job.done, "example")
      : `${job.done} of ${count(job.total, "example")}`;
  const rate = ratePerSecond(job, now);
  const left = secondsLeft(job, now);
  return [
    amount,
    rate === null ? "" : describeRate(rate),
    left === null ? "" : `about ${formatDuration(left)} left`,
  ]
    .filter(Boolean)
    .join(" · ");
}
