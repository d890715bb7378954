import { Alert, Anchor, Stack, Table, Text, Title } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";

import { isActive } from "@/api/jobs";
import { queryKeys } from "@/api/queryKeys";
import { type Submission, type Submissions, submissionsQuery } from "@/api/submissions";
import { useProject } from "@/api/useProject";
import { count, formatDateTime } from "@/components/format";
import { ProblemsOnDemand } from "@/components/JobProblems";
import { PageHeader } from "@/components/PageHeader";
import { QueryView } from "@/components/QueryView";
import { RunningJob } from "@/components/RunningJob";
import { ScrolledTable } from "@/components/ScrolledTable";
import { useDocumentTitle } from "@/components/useDocumentTitle";

import { ReceiptButton } from "./ReceiptButton";
import { SubmissionForm } from "./SubmissionForm";
import { SHOWN_METRICS, describeThreshold, formatMetric, fullName } from "./words";

type Phase = NonNullable<Submissions["phase"]>;

/** What of this week's uploads is left. */
export function describeLeft({ per_week: perWeek, left, next_at: next }: Phase): string {
  const all = `Your team may submit ${perWeek === 1 ? "once" : `${String(perWeek)} times`} in seven days.`;
  if (next !== null) return `${all} You can upload again on ${formatDateTime(next)}.`;
  return perWeek === 1 ? all : `${all} ${count(left, "upload")} left.`;
}

/** From how many annotations on people have an answer. */
function describeRule({ non_null_annotations: threshold }: Phase): string {
  const have = threshold === 1 ? "has" : "have";
  return `A question is answerable if at least ${count(threshold, "annotation")} ${have} an answer.`;
}

function OwnScores({
  submissions,
  kind,
}: {
  submissions: readonly Submission[];
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
                <Table.Tr key={each.id}>
                  <Table.Td>
                    {each.name}
                    {each.withheld !== "" && (
                      <Text size="xs" c="dimmed">
                        {each.withheld}
                      </Text>
                    )}
                    {each.receipt !== null && each.scored_at !== null && (
                      <div>
                        {describeThreshold(each.receipt.parameters.non_null_annotations).map(
                          (sentence) => `${sentence} · `,
                        )}
                        <ReceiptButton
                          score={{ ...each, receipt: each.receipt, scored_at: each.scored_at }}
                        />
                      </div>
                    )}
                  </Table.Td>
                  <Table.Td>{each.scored_at !== null && formatDateTime(each.scored_at)}</Table.Td>
                  {metrics.map((name) => (
                    <Table.Td key={name} ta="right">
                      {each.metrics !== null && formatMetric(name, each.metrics[name])}
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

/** What becomes of the newest submission, or what was wrong with it. */
function NewestJob({
  submission,
  onCancel,
}: {
  readonly submission: Submission | undefined;
  readonly onCancel: () => Promise<unknown>;
}) {
  const job = submission?.job ?? null;
  if (job === null) return null;
  if (isActive(job)) return <RunningJob job={job} label="Scoring" onCancel={onCancel} />;
  if (job.state !== "failed") return null;
  return (
    <Alert color="brick" title="These predictions were not scored">
      {job.message}
      <ProblemsOnDemand job={job} />
    </Alert>
  );
}

/** A team's submissions to the hidden split. */
export default function SubmissionsPage() {
  const { slug, title, kind } = useProject();
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
            {loaded.phase !== null && (
              <Text size="sm">
                {describeLeft(loaded.phase)}
                {kind === "nq" && ` ${describeRule(loaded.phase)}`}
              </Text>
            )}
            {loaded.missing !== "" && <Text size="sm">{loaded.missing}</Text>}
            <NewestJob submission={loaded.submissions[0]} onCancel={refresh} />
            {loaded.missing === "" && (
              <SubmissionForm slug={slug} kind={kind} readsAnswers={loaded.reads_answers} />
            )}
            <OwnScores
              submissions={loaded.submissions.filter(({ outcome }) => outcome === "scored")}
              kind={kind}
            />
          </Stack>
        )}
      </QueryView>
    </>
  );
}
