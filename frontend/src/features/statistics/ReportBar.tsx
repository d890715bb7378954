import { Alert, Button, Text } from "@mantine/core";
import { IconRefresh } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";

import { isActive } from "@/api/jobs";
import { queryKeys } from "@/api/queryKeys";
import { type Statistics, startStatistics, statisticsKeys } from "@/api/statistics";
import type { Job } from "@/api/types";
import { count } from "@/components/format";
import { RelativeTime } from "@/components/RelativeTime";
import { RunningJob } from "@/components/RunningJob";

import { useReportPlace } from "./parts/ReportContext";

/** Starts a report, unless one is being made. */
export function ComputeButton({
  job,
  label,
}: {
  readonly job: Job | null;
  readonly label: string;
}) {
  const queryClient = useQueryClient();
  const { slug, hiddenSplit } = useReportPlace();
  const start = useMutation({
    mutationFn: () => startStatistics(slug, hiddenSplit),
    // A short job may have ended before the list of jobs is here.
    onSuccess: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: queryKeys.jobs(slug) }),
        queryClient.invalidateQueries({ queryKey: statisticsKeys.report(slug, hiddenSplit) }),
      ]),
  });
  return (
    <Button
      leftSection={<IconRefresh size={16} aria-hidden />}
      loading={start.isPending}
      disabled={job !== null && isActive(job)}
      onClick={() => start.mutate()}
    >
      {label}
    </Button>
  );
}

/** The age of the figures, and how much came in since. */
export function ReportAge({ statistics }: { readonly statistics: Statistics }) {
  const { report, annotations_now: now, is_revised: isRevised } = statistics;
  if (report === null) return null;
  const change = now - report.annotations;
  return (
    <Text size="sm" c="dimmed" component="div">
      Computed <RelativeTime at={report.created_at} /> from{" "}
      {count(report.annotations, "annotation")} of {count(report.examples, "example")} ·{" "}
      {change === 0
        ? isRevised
          ? "some answers have changed since"
          : "no new annotations since"
        : change > 0
          ? `${count(change, "new annotation")} since`
          : `${count(-change, "annotation")} fewer by now`}
    </Text>
  );
}

/** The progress of a new report, or why the last attempt failed. */
export function JobState({ slug, job }: { readonly slug: string; readonly job: Job | null }) {
  const queryClient = useQueryClient();
  if (job === null) return null;
  if (isActive(job)) {
    return (
      <RunningJob
        job={job}
        label="Computing the statistics"
        onCancel={() => queryClient.invalidateQueries({ queryKey: queryKeys.jobs(slug) })}
      />
    );
  }
  if (job.state !== "failed" && job.state !== "cancelled") return null;
  return (
    <Alert
      color={job.state === "failed" ? "brick" : "gray"}
      title={
        job.state === "failed"
          ? "The last report could not be computed"
          : "The last report was cancelled"
      }
    >
      {job.message}
    </Alert>
  );
}
