import { Button, Group, Loader, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";

import { cancelJob } from "@/api/jobs";
import type { Job } from "@/api/types";

import { placeAround } from "./placeAround";

interface CancelJobProps {
  readonly job: Pick<Job, "id" | "cancel_requested">;
  /** Refreshes everything that shows the job. */
  readonly onCancel: () => Promise<unknown>;
}

/** Stops a job that is waiting or running. The button leaves, so the job's card gets the focus. */
export function CancelJob({ job, onCancel }: CancelJobProps) {
  const cancel = useMutation({ mutationFn: () => cancelJob(job.id), onSettled: onCancel });
  if (job.cancel_requested) {
    return (
      <Group gap={8} wrap="nowrap">
        <Loader size={14} />
        <Text size="sm" c="dimmed">
          Stopping
        </Text>
      </Group>
    );
  }
  return (
    <Button
      size="xs"
      variant="default"
      loading={cancel.isPending}
      onClick={(event) => {
        placeAround(event.currentTarget)?.focus();
        cancel.mutate();
      }}
    >
      Cancel
    </Button>
  );
}
