import { Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";

import { JOBS_PER_PAGE, jobsOfKindsQuery } from "@/api/jobs";
import type { Job } from "@/api/types";

import { JobCard } from "./JobCard";
import { Pages } from "./Pages";
import { QueryView } from "./QueryView";
import { useRefreshWhenFinished } from "./useRefreshWhenFinished";

/** A project's jobs of one sort, newest first, live while one is under way. */
export function JobList({
  slug,
  kinds,
  titleOf,
  empty,
  action,
}: {
  slug: string;
  /** Beginnings of the kinds that are shown. */
  kinds: readonly string[];
  titleOf: (job: Job) => string;
  /** Replaces an empty list; "" for nothing. */
  empty: string;
  /** What a lead can do with a job that has ended. */
  action?: (job: Job) => ReactNode;
}) {
  const [page, setPage] = useState(1);
  const jobs = useQuery(jobsOfKindsQuery(slug, kinds, page));
  // The first page is the page itself at first: one request.
  const newest = useQuery(jobsOfKindsQuery(slug, kinds));
  useRefreshWhenFinished(slug, newest.data?.results);
  return (
    <QueryView query={jobs}>
      {({ results, count }) => {
        if (count === 0) return empty === "" ? null : <Text c="dimmed">{empty}</Text>;
        return (
          <Stack gap="sm">
            {results.map((job) => (
              <JobCard key={job.id} slug={slug} job={job} title={titleOf(job)}>
                {action?.(job)}
              </JobCard>
            ))}
            <Pages
              size="sm"
              value={page}
              onChange={setPage}
              count={count}
              perPage={JOBS_PER_PAGE}
            />
          </Stack>
        );
      }}
    </QueryView>
  );
}
