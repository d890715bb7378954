import { Alert, Anchor, Stack, Table, Text, Title } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";

import { isActive } from "@/api/jobs";
import { queryKeys } from "@/api/queryKeys";
import { type Submissions, submissionsQuery } from "@/api/submissions";
import { useProject } from "@/api/useProject";
import { count, formatDateTime } from "@/components/format";
import { ProblemsOnDemand } from "@/components/JobProblems";
import { PageHeader } from "@/components/PageHeader";
import { QueryView } from "@/components/QueryView";
import { RunningJob } from "@/components/RunningJob";
import { ScrolledTable } from "@/components/ScrolledTable";
import { useDocumentTitle } from "@/components/useDocumentTitle";

import { CompetitionRules } from "./CompetitionRules";
import { ReceiptButton } from "./ReceiptButton";
import { SubmissionForm } from "./SubmissionForm";
import { SHOWN_METRICS, describeThreshold, formatMetric, fullName } from "./words";

/** What of this week's uploads is left. */
export function describeLeft({ per_week: perWeek, left, next_at: next }: Submissions): string {
  const all = `You may submit ${perWeek === 1 ? "once" : `${String(perWeek)} times`} in seven days.`;
  if (next !== null) return `${all} You can upload again on ${formatDateTime(next)}.`;
  return perWeek === 1 ? all : `${all} ${count(left, "upload")} left.`;
}

/** From how many annotations on people have an answer. */
function describeRule({ non_null_annotations: threshold }: Submissions): string {
  const have = threshold === 1 ? "has" : "have";
  return `A question is answerable if at least ${count(threshold, "annotation")} ${have} an answer.`;
}

function OwnScores({
  submissions,
  kind,
}: {
  submissions: Submissions["submissions"];
  kind: keyof typeof SHOWN_METRICS;
}) {
  const metrics = SHOWN_METRICS[kind];
  return (
    <section aria-labelledby="own-scores">
      <Title order={2} size="h3" mb="sm" id="own-scores">
        Your scores
      </Title>
      {submissions.length === 0 ? (
        <Text size="sm" c="dimmed">
          None yet.
        </Text>
      ) : (
        <ScrolledTable label="your scores" minWidth={640}>
          <Table aria-labelledby="own-scores">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>System</Table.Th>
                <Table.Th>Scored</Table.Th>
                {metrics.map((name) => (
                  <Table.Th key={name} ta="right">
                    {fullName(name)}
                  </Table.Th>
                ))}
                <Table.Th>Predictions</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {submissions.map((each) => (
                <Table.Tr key={each.name}>
                  <Table.Td>
                    {each.name}
                    <div>
                      {describeThreshold(each.receipt.parameters.non_null_annotations).map(
                        (sentence) => `${sentence} · `,
                      )}
                      <ReceiptButton score={each} />
                    </div>
                  </Table.Td>
                  <Table.Td>{formatDateTime(each.scored_at)}</Table.Td>
                  {metrics.map((name) => (
                    <Table.Td key={name} ta="right">
                      {formatMetric(name, each.metrics[name])}
                    </Table.Td>
                  ))}
                  <Table.Td>
                    {each.files.map(
                      ({ part, name, url }) =>
                        url !== null && (
                          <Anchor key={part} href={url} size="sm" display="block">
                            {name}
                          </Anchor>
                        ),
                    )}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </ScrolledTable>
      )}
    </section>
  );
}

/** A member's submissions to the hidden split. */
export default function SubmissionsPage() {
  const { slug, title, role, kind } = useProject();
  useDocumentTitle("Submissions", title);
  const queryClient = useQueryClient();
  const submissions = useQuery(submissionsQuery(slug));
  const refresh = () => queryClient.invalidateQueries({ queryKey: queryKeys.submissions(slug) });
  return (
    <>
      <PageHeader title="Submissions">
        Systems are scored on a hidden split. You see their overall scores, and nothing about
        individual questions.
      </PageHeader>
      <QueryView query={submissions}>
        {(loaded) => (
          <Stack gap="xl">
            {loaded.may_submit ? (
              <Text size="sm">
                {describeLeft(loaded)}
                {kind === "nq" && ` ${describeRule(loaded)}`}
              </Text>
            ) : (
              <Text size="sm">
                {loaded.split === ""
                  ? "This project has no hidden split."
                  : "The leads of this project decide who may submit. You can’t submit now."}
              </Text>
            )}
            {loaded.job !== null && isActive(loaded.job) && (
              <RunningJob job={loaded.job} label="Scoring" onCancel={refresh} />
            )}
            {loaded.job?.state === "failed" && (
              <Alert color="brick" title="These predictions were not scored">
                {loaded.job.message}
                <ProblemsOnDemand job={loaded.job} />
              </Alert>
            )}
            {loaded.may_submit && loaded.next_at === null && (
              <SubmissionForm slug={slug} kind={kind} readsAnswers={loaded.reads_answers} />
            )}
            <OwnScores submissions={loaded.submissions} kind={kind} />
            {role === "lead" && <CompetitionRules slug={slug} />}
          </Stack>
        )}
      </QueryView>
    </>
  );
}
