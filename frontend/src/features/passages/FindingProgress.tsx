import { Button, Card, Group, Progress, Stack, Text } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";

import { cancelJob, jobsQuery } from "@/api/jobs";
import { queryKeys } from "@/api/queryKeys";
import { formatCount } from "@/components/format";

/** How far the job is that finds passages, and a way to stop it. */
export function FindingProgress({ slug, job }: { slug: string; job: string }) {
  const queryClient = useQueryClient();
  const jobs = useQuery(jobsQuery(slug));
  const current = jobs.data?.results.find(({ id }) => id === job);
  const { done = 0, total = null } = current ?? {};
  const stop = useMutation({
    mutationFn: () => cancelJob(job),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: queryKeys.jobs(slug) }),
  });
  const isKnown = total !== null && total > 0;
  return (
    <Card padding="md">
      <Group justify="space-between" gap="lg" wrap="nowrap">
        <Stack gap={6} flex={1} role="status">
          <Progress
            value={isKnown ? (done / total) * 100 : 100}
            animated={!isKnown}
            striped={!isKnown}
            size="sm"
            aria-label="Questions searched"
          />
          <Text size="sm" c="dimmed">
            Looking for passages
            {isKnown && `: ${formatCount(done)} of ${formatCount(total)} questions`}. Annotators go
            on meanwhile.
          </Text>
        </Stack>
        <Button variant="default" size="xs" loading={stop.isPending} onClick={() => stop.mutate()}>
          Stop
        </Button>
      </Group>
    </Card>
  );
}
