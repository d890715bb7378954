import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";

import { isActive, jobsQuery } from "@/api/jobs";
import { type HiddenSplit, STATISTICS_JOBS, statisticsKeys } from "@/api/statistics";
import type { Job } from "@/api/types";

/**
 * The newest job that computes a project's report, followed while it runs; its end brings the
 * report. `making` is the job that was under way when the report on screen was read: it may have
 * ended before anybody asked for the jobs.
 */
export function useStatisticsJob(
  slug: string,
  hiddenSplit: HiddenSplit,
  making: string | null,
): Job | null {
  const queryClient = useQueryClient();
  const jobs = useQuery(jobsQuery(slug));
  const wanted = STATISTICS_JOBS[hiddenSplit];
  const job = jobs.data?.results.find(({ kind }) => kind === wanted) ?? null;
  const isRunning = job !== null && isActive(job);
  const running = useRef<string | null>(null);
  useEffect(() => {
    const isNews = job !== null && (job.id === running.current || job.id === making);
    if (isNews && !isRunning) {
      void queryClient.invalidateQueries({ queryKey: statisticsKeys.report(slug, hiddenSplit) });
    }
    running.current = isRunning ? job.id : null;
  }, [isRunning, job, making, queryClient, slug, hiddenSplit]);
  return job;
}
