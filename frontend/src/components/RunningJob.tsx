import { Card, Group, Progress, Stack, Text } from "@mantine/core";
import { useRef } from "react";

import type { Job } from "@/api/types";

import { CancelJob } from "./CancelJob";
import { formatCount } from "./format";
import { useFocusPassedOn } from "./useFocusPassedOn";

interface RunningJobProps {
  readonly job: Job;
  /** What it does, for those who don't see the bar. */
  readonly label: string;
  /** Refreshes everything that shows the job. */
  readonly onCancel: () => Promise<unknown>;
}

/** A job under way: how far it is, and a button that stops it. */
export function RunningJob({ job, label, onCancel }: RunningJobProps) {
  const card = useRef<HTMLDivElement>(null);
  useFocusPassedOn(card);
  const { done, total } = job;
  const isCounted = total !== null && total > 0;
  return (
    <Card ref={card} component="section" padding="md" aria-label={label} tabIndex={-1}>
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
        <CancelJob job={job} onCancel={onCancel} />
      </Group>
    </Card>
  );
}

function describe({ state, done, total, message }: Job): string {
  if (state === "queued") return "Waiting for the worker";
  const steps = total === null ? "" : `step ${formatCount(done)} of ${formatCount(total)}`;
  return [message, steps].filter(Boolean).join(" · ");
}
