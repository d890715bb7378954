import { Badge, Button, Card, Group, Progress as Bar, Stack, Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";

import { isActive } from "@/api/jobs";
import { queryKeys } from "@/api/queryKeys";
import type { Job, JobState } from "@/api/types";

import { CancelJob } from "./CancelJob";
import { formatDate } from "./format";
import { ProblemsOnDemand } from "./JobProblems";
import { describeProgress, finishedPercent } from "./jobProgress";
import { RelativeTime } from "./RelativeTime";

const STATES: Record<JobState, { label: string; color: string }> = {
  queued: { label: "Waiting", color: "gray" },
  running: { label: "Running", color: "plumb" },
  succeeded: { label: "Done", color: "plumb" },
  failed: { label: "Failed", color: "brick" },
  cancelled: { label: "Cancelled", color: "gray" },
};

/** Bar, amount, rate and time left of a job that is waiting or running. */
function LiveProgress({ job }: { job: Job }) {
  const percent = finishedPercent(job);
  return (
    <Stack gap={6}>
      <Bar
        value={percent ?? 100}
        animated={percent === null}
        striped={percent === null}
        size="md"
        aria-label="Progress"
      />
      <Text size="sm" c="dimmed" aria-live="polite">
        {job.state === "queued" ? "Waiting for the worker" : describeProgress(job)}
      </Text>
    </Stack>
  );
}

/** For how long a finished export's file can be had. */
function describeKeeping(job: Job): string {
  if (job.state !== "succeeded" || !/^(export|release)/.test(job.kind)) return "";
  if (job.result_url === null) return " · the file is no longer kept";
  if (job.result_expires_at === null) return "";
  return ` · kept until ${formatDate(job.result_expires_at)}`;
}

/** One job: its kind, its progress, its result. */
export function JobCard({
  slug,
  job,
  title,
  children,
}: {
  slug: string;
  job: Job;
  title: string;
  /** Further buttons. */
  children?: ReactNode;
}) {
  const queryClient = useQueryClient();
  const { label, color } = STATES[job.state];
  const refresh = () => queryClient.invalidateQueries({ queryKey: queryKeys.jobs(slug) });
  return (
    <Card component="article" padding="md" aria-label={title} tabIndex={-1}>
      <Stack gap="sm">
        <Group justify="space-between" wrap="nowrap" align="flex-start">
          <Group gap="xs" miw={0} flex={1}>
            <Text fw={550} truncate>
              {title}
            </Text>
            <Badge color={color} variant={job.state === "succeeded" ? "filled" : "light"}>
              {label}
            </Badge>
            {job.message !== "" && !isActive(job) && <Text size="sm">{job.message}</Text>}
            <Text size="xs" c="dimmed">
              <RelativeTime at={job.finished_at ?? job.created_at} />
              {job.created_by !== null && ` by ${job.created_by}`}
              {describeKeeping(job)}
            </Text>
            <ProblemsOnDemand job={job} />
          </Group>
          {isActive(job) && <CancelJob job={job} onCancel={refresh} />}
          {children}
          {job.result_url !== null && (
            <Button component="a" href={job.result_url} size="xs" variant="light">
              Download
            </Button>
          )}
        </Group>
        {isActive(job) && <LiveProgress job={job} />}
      </Stack>
    </Card>
  );
}
