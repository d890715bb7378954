import type { WorkingTime } from "@/api/types";

/** Seconds of the period that are used at a moment, at most its limit. */
export function usedSeconds(time: WorkingTime, at: number): number {
  const since = time.running_since === null ? at : Date.parse(time.running_since);
  // The two clocks may differ a little; time never runs backwards.
  const used = time.used_seconds + Math.max(0, at - since) / 1000;
  return time.limit_seconds === null ? used : Math.min(used, time.limit_seconds);
}

/** Whether the period is used up at a moment. */
export function isUp(time: WorkingTime, at: number): boolean {
  return time.is_up || (time.limit_seconds !== null && usedSeconds(time, at) >= time.limit_seconds);
}

/** `60 minutes` */
export function describeLimit(time: WorkingTime): string {
  const minutes = Math.round((time.limit_seconds ?? 0) / 60);
  return minutes === 1 ? "1 minute" : `${minutes} minutes`;
}
