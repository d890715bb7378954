import { Stack, Text } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";

import { isActive, JOBS_PER_PAGE, jobsOfKindsQuery } from "@/api/jobs";
import { queryKeys } from "@/api/queryKeys";
import type { Job } from "@/api/types";

import { JobCard } from "./JobCard";
import { Pages } from "./Pages";
import { QueryView } from "./QueryView";

/** Lets every other page of the project see what a job that has just ended did. */
function useRefreshWhenFinished(slug: string, jobs: Job[] | undefined): void {
  const queryClient = useQueryClient();
  // A quick job may have ended before this list has seen it at work.
  const ended = jobs?.filter((job) => !isActive(job)).map(({ id }) => id);
  const known = useRef(ended);
  useEffect(() => {
    if (known.current !== undefined && ended?.some((id) => !known.current?.includes(id))) {
      void queryClient.invalidateQueries({ queryKey: queryKeys.project(slug) });
    }
    known.current = ended;
  });
}

/** A project's jobs of one sort, newest first, live while one is under way. */
export function JobList({
  slug,
  kinds,
  titleOf,
  empty,
}: {
  slug: string;
  /** Beginnings of the kinds that are shown. */
  kinds: readonly string[];
  titleOf: (job: Job) => string;
  /** Replaces an empty list; "" for nothing. */
  empty: string;
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
              <JobCard key={job.id} slug={slug} job={job} title={titleOf(job)} />
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
