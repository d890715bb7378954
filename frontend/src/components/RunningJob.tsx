import { Button, Card, Group, Loader, Progress, Stack, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";

import { cancelJob } from "@/api/jobs";
import type { Job } from "@/api/types";

import { formatCount } from "./format";

interface RunningJobProps {
  readonly job: Job;
  /** What it does, for those who don't see the bar. */
  readonly label: string;
  /** Refreshes everything that shows the job. */
  readonly onCancel: () => Promise<unknown>;
}

/** A job under way: how far it is, and a button that stops it. */
export function RunningJob({ job, label, onCancel }: RunningJobProps) {
  const cancel = useMutation({ mutationFn: () => cancelJob(job.id), onSettled: onCancel });
  const { done, total } = job;
  const isCounted = total !== null && total > 0;
  return (
    <Card component="section" padding="md" aria-label={label}>
      <Group justify="space-between" wrap="nowrap">
        <Stack gap={6} flex={1}>
          <Progress
            value={isCounted ? Math.min(100, (done / total) * 100) : 100}
            animated={!isCounted}
            striped={!isCounted}
            size="md"
            aria-label="Progress"
          />
          <Text size="sm" c="dimmed" aria-live="polite">
            {describe(job)}
          </Text>
        </Stack>
        {job.cancel_requested ? (
          <Group gap={8} wrap="nowrap">
            <Loader size={14} />
            <Text size="sm" c="dimmed">
              Stopping
            </Text>
          </Group>
        ) : (
          <Button
            size="xs"
            variant="default"
            loading={cancel.isPending}
            onClick={() => cancel.mutate()}
          >
            Cancel
          </Button>
        )}
      </Group>
    </Card>
  );
}

function describe({ state, done, total, message }: Job): string {
  if (state === "queued") return "Waiting for the worker";
  const steps = total === null ? "" : `step ${formatCount(done)} of ${formatCount(total)}`;
  return [message, steps].filter(Boolean).join(" · ");
}
