import { Anchor, Badge, Button, Group, Stack, Table, Text, Title } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";

import type { Competition, Phase } from "@/api/competitions";
import { isActive } from "@/api/jobs";
import { queryKeys } from "@/api/queryKeys";
import { chooseFinal, type Submission } from "@/api/submissions";
import { formatDateTime } from "@/components/format";
import { ProblemsOnDemand } from "@/components/JobProblems";
import { formatMetric, fullName } from "@/components/metricWords";
import { ReceiptButton } from "@/components/ReceiptButton";
import { RunningJob } from "@/components/RunningJob";
import { ScrolledTable } from "@/components/ScrolledTable";
import { useKind } from "@/kinds/useKind";

import classes from "./competition.module.css";
import { OUTCOMES } from "./outcomes";
import { VerifyReceipt } from "./VerifyReceipt";

/** Pixels that columns need at least: a phone shows two figures before the table scrolls. */
const OTHER_WIDTH = 250;
const FIGURE_WIDTH = 80;

const HALVES = { public: "public half", private: "private half" };

/** Makes a submission the one that counts, or leaves that to the rules. */
function FinalChoice({ slug, submission }: { slug: string; submission: Submission }) {
  const { id, name, is_final: isFinal } = submission;
  const queryClient = useQueryClient();
  const choose = useMutation({
    mutationFn: () => chooseFinal(slug, id, !isFinal),
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.submissions(slug) }),
  });
  return (
    <Button
      size="compact-xs"
      variant="default"
      aria-label={isFinal ? `Undo the choice of ${name}` : `Choose ${name}`}
      loading={choose.isPending}
      onClick={() => choose.mutate()}
    >
      {isFinal ? "Undo choice" : "Choose"}
    </Button>
  );
}

interface RowProps {
  readonly slug: string;
  readonly submission: Submission;
  readonly phase: Phase | undefined;
  readonly metrics: readonly string[];
}

function SystemCell({ slug, submission, phase }: Pick<RowProps, "slug" | "submission" | "phase">) {
  const {
    name,
    submitted_at: at,
    submitted_by: by,
    notes,
    receipt,
    scored_at: scored,
  } = submission;
  const { label, color } = OUTCOMES[submission.outcome];
  return (
    <>
      <Text component="div" size="sm" fw={550} className={classes.name}>
        {name}{" "}
        <Badge size="sm" color={color}>
          {label}
        </Badge>
      </Text>
      <Text size="xs" c="dimmed">
        {phase !== undefined && `${phase.name} · `}
        {formatDateTime(at)}
        {by !== null && ` by ${by}`}
      </Text>
      {notes !== "" && (
        <Text size="xs" c="dimmed" className={classes.name}>
          {notes}
        </Text>
      )}
      <Group gap="sm">
        {submission.files.map(
          ({ part, name: file, url }) =>
            url !== null && (
              <Anchor key={part} href={url} size="xs" className={classes.name}>
                {file}
              </Anchor>
            ),
        )}
        {receipt !== null && scored !== null && (
          <ReceiptButton score={{ ...submission, receipt, scored_at: scored }}>
            <VerifyReceipt slug={slug} receipt={receipt.receipt} />
          </ReceiptButton>
        )}
      </Group>
    </>
  );
}

function Row({ slug, submission, phase, metrics }: RowProps) {
  const { outcome, half, withheld, metrics: figures } = submission;
  const mayChoose = outcome === "scored" && phase?.results_published_at === null;
  return (
    <Table.Tr>
      <Table.Th scope="row" fw={400}>
        <SystemCell slug={slug} submission={submission} phase={phase} />
      </Table.Th>
      {figures === null ? (
        <Table.Td colSpan={metrics.length}>
          <Text size="xs" c="dimmed">
            {withheld}
          </Text>
        </Table.Td>
      ) : (
        metrics.map((name, index) => (
          <Table.Td key={name} ta="right">
            {formatMetric(name, figures[name])}
            {index === 0 && half !== null && (
              <Text size="xs" c="dimmed">
                {HALVES[half]}
              </Text>
            )}
          </Table.Td>
        ))
      )}
      <Table.Td>
        <Stack gap={6} align="flex-start">
          {submission.counts && <Badge>{submission.is_final ? "Chosen" : "Counts"}</Badge>}
          {mayChoose && <FinalChoice slug={slug} submission={submission} />}
        </Stack>
      </Table.Td>
    </Table.Tr>
  );
}

/** What becomes of a submission without a score, over the whole width of the table. */
function JobRow({
  slug,
  submission,
  width,
}: {
  slug: string;
  submission: Submission;
  width: number;
}) {
  const { job, name, outcome } = submission;
  const queryClient = useQueryClient();
  if (job === null || (outcome === "scored" && job.problem_count === 0)) return null;
  return (
    <Table.Tr>
      <Table.Td colSpan={width}>
        {isActive(job) ? (
          <RunningJob
            job={job}
            label={`Scoring ${name}`}
            onCancel={() =>
              queryClient.invalidateQueries({ queryKey: queryKeys.submissions(slug) })
            }
          />
        ) : (
          <>
            <Text size="sm">{job.message}</Text>
            <ProblemsOnDemand job={job} />
          </>
        )}
      </Table.Td>
    </Table.Tr>
  );
}

interface SubmissionListProps {
  readonly competition: Competition;
  readonly submissions: readonly Submission[];
}

/** A team's submissions, the newest first. */
export function SubmissionList({ competition, submissions }: SubmissionListProps) {
  const { project: slug, kind, phases, metrics: deciding } = competition;
  // Where the site has no reader, no submission has what one takes.
  const metrics = useKind(kind).metrics.filter(
    (name) => deciding.includes(name) || submissions.some((each) => name in (each.metrics ?? {})),
  );
  return (
    <section aria-labelledby="own-submissions">
      <Title order={2} size="h3" mb="xs" id="own-submissions">
        Submissions
      </Title>
      {submissions.length === 0 ? (
        <Text size="sm" c="dimmed">
          None yet.
        </Text>
      ) : (
        <Stack gap="sm">
          <Text size="sm">
            In each phase, the submission that you choose counts in the final table. If you choose
            none, your best one does.
          </Text>
          <ScrolledTable
            label="your submissions"
            minWidth={OTHER_WIDTH + metrics.length * FIGURE_WIDTH}
          >
            <Table
              aria-labelledby="own-submissions"
              fz="sm"
              withRowBorders={false}
              className={`${classes.table ?? ""} ${classes.groups ?? ""}`}
            >
              <Table.Thead>
                <Table.Tr>
                  <Table.Th className={classes.team}>System</Table.Th>
                  {metrics.map((name) => (
                    <Table.Th key={name} ta="right">
                      {fullName(name)}
                    </Table.Th>
                  ))}
                  <Table.Th w={120}>Final table</Table.Th>
                </Table.Tr>
              </Table.Thead>
              {submissions.map((each) => (
                <Table.Tbody key={each.id}>
                  <Row
                    slug={slug}
                    submission={each}
                    phase={phases.find(({ number }) => number === each.phase)}
                    metrics={metrics}
                  />
                  <JobRow slug={slug} submission={each} width={metrics.length + 2} />
                </Table.Tbody>
              ))}
            </Table>
          </ScrolledTable>
        </Stack>
      )}
    </section>
  );
}
