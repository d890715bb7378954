import { Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";

import { jobsQuery } from "@/api/jobs";
import type { Job } from "@/api/types";
import { QueryView } from "@/components/QueryView";

import { JobCard } from "./JobCard";

/** A project's jobs of one sort, newest first, live while one is under way. */
export function JobList({
  slug,
  kindPrefix,
  titleOf,
  empty,
}: {
  slug: string;
  kindPrefix: "import" | "export";
  titleOf: (job: Job) => string;
  empty: string;
}) {
  const jobs = useQuery(jobsQuery(slug));
  return (
    <QueryView query={jobs}>
      {({ results }) => {
        const shown = results.filter(({ kind }) => kind.startsWith(kindPrefix));
        if (shown.length === 0) return <Text c="dimmed">{empty}</Text>;
        return (
          <Stack gap="sm">
            {shown.map((job) => (
              <JobCard key={job.id} slug={slug} job={job} title={titleOf(job)} />
            ))}
          </Stack>
        );
      }}
    </QueryView>
  );
}
