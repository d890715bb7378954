import { Alert, Button, Card, Group, Stack, Text } from "@mantine/core";
import { IconRefresh, IconScale } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";

import type { Results, Study } from "@/api/comparisons";
import { isActive } from "@/api/jobs";
import { queryKeys } from "@/api/queryKeys";
import { count } from "@/components/format";
import { RelativeTime } from "@/components/RelativeTime";
import { RunningJob } from "@/components/RunningJob";
import { EmptyState } from "@/components/states";

import { ResultsView } from "./ResultsView";
import { useComputing } from "./useComputing";

interface StudyResultsProps {
  readonly study: Pick<Study, "id">;
  readonly results: Results;
}

/** The figures as they were last computed, how old they are, and the job that makes newer ones. */
export function StudyResults({ study, results }: StudyResultsProps) {
  const queryClient = useQueryClient();
  const computing = useComputing(study.id, results);
  if (results.comparisons_now === 0) {
    return (
      <Card>
        <EmptyState icon={IconScale} title="No results yet">
          They appear after the first comparison and get more certain with each one.
        </EmptyState>
      </Card>
    );
  }
  const { job, computed } = results;
  const isRunning = job !== null && isActive(job);
  const button = (label: string) => (
    <Button
      variant="default"
      leftSection={<IconRefresh size={16} aria-hidden />}
      loading={computing.isPending}
      disabled={isRunning}
      onClick={() => computing.mutate()}
    >
      {label}
    </Button>
  );
  return (
    <Stack gap="md">
      {computed !== null && (
        <Group justify="space-between" gap="sm">
          <ResultsAge results={results} computed={computed} />
          {button("Compute now")}
        </Group>
      )}
      {isRunning && (
        <RunningJob
          job={job}
          label="Computing the results"
          onCancel={() =>
            queryClient.invalidateQueries({ queryKey: queryKeys.comparisonResults(study.id) })
          }
        />
      )}
      <FailedJob job={job} />
      {computed !== null && <ResultsView results={results} />}
      {computed === null && !isRunning && !computing.isPending && (
        <Card>
          <EmptyState
            icon={IconScale}
            title="The results have not been computed yet"
            action={button("Compute the results")}
          >
            {count(results.comparisons_now, "comparison")} can be counted.
          </EmptyState>
        </Card>
      )}
    </Stack>
  );
}

interface ResultsAgeProps {
  readonly results: Results;
  readonly computed: NonNullable<Results["computed"]>;
}

function ResultsAge({ results, computed }: ResultsAgeProps) {
  return (
    <Text size="sm" c="dimmed" component="div">
      Computed <RelativeTime at={computed.computed_at} /> from{" "}
      {count(results.comparisons, "comparison")} · {describeNews(results)}
    </Text>
  );
}

/** What is not in the figures yet. */
export function describeNews(
  results: Pick<Results, "comparisons" | "comparisons_now" | "is_current">,
): string {
  const fresh = results.comparisons_now - results.comparisons;
  if (fresh > 0) return `${count(fresh, "new comparison")} since`;
  return results.is_current ? "no new comparisons since" : "by an earlier version of Plumbline";
}

/** Why the last attempt brought no figures. */
function FailedJob({ job }: { readonly job: Results["job"] }) {
  if (job === null || (job.state !== "failed" && job.state !== "cancelled")) return null;
  const hasFailed = job.state === "failed";
  return (
    <Alert
      color={hasFailed ? "brick" : "gray"}
      title={hasFailed ? "The results could not be computed" : "Computing was cancelled"}
    >
      {job.message}
    </Alert>
  );
}
