import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";

import { isActive, jobsQuery } from "@/api/jobs";
import { STATISTICS_JOB, statisticsKeys } from "@/api/statistics";
import type { Job } from "@/api/types";

/**
 * The newest job that computes a project's report, followed while it runs; its end brings the
 * report. `making` is the job that was under way when the report on screen was read: it may have
 * ended before anybody asked for the jobs.
 */
export function useStatisticsJob(slug: string, making: string | null): Job | null {
  const queryClient = useQueryClient();
  const jobs = useQuery(jobsQuery(slug));
  const job = jobs.data?.results.find(({ kind }) => kind === STATISTICS_JOB) ?? null;
  const isRunning = job !== null && isActive(job);
  const wasRunning = useRef(false);
  useEffect(() => {
    const isNews = wasRunning.current || (making !== null && job?.id === making);
    if (isNews && !isRunning) {
      void queryClient.invalidateQueries({ queryKey: statisticsKeys.report(slug) });
    }
    wasRunning.current = isRunning;
  }, [isRunning, job, making, queryClient, slug]);
  return job;
}
