import { Button, Card, Group } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";

import { cancelJob, jobsQuery } from "@/api/jobs";
import { queryKeys } from "@/api/queryKeys";
import { JobBar } from "@/components/JobBar";

/** How far the job is that finds passages, and a way to stop it. */
export function FindingProgress({ slug, job }: { slug: string; job: string }) {
  const queryClient = useQueryClient();
  const jobs = useQuery(jobsQuery(slug));
  const current = jobs.data?.results.find(({ id }) => id === job);
  const stop = useMutation({
    mutationFn: () => cancelJob(job),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: queryKeys.jobs(slug) }),
  });
  return (
    <Card padding="md">
      <Group justify="space-between" gap="lg" wrap="nowrap">
        <JobBar job={current} label="Questions searched" unit="questions">
          Looking for passages
        </JobBar>
        <Button variant="default" size="xs" loading={stop.isPending} onClick={() => stop.mutate()}>
          Stop
        </Button>
      </Group>
    </Card>
  );
}
