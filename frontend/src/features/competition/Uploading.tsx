import { Alert, Card, Stack, Text, Title } from "@mantine/core";

import type { Competition } from "@/api/competitions";
import type { Submissions } from "@/api/submissions";
import { count, formatDateTime } from "@/components/format";

import { PhaseList } from "./PhaseList";
import { SubmissionForm } from "./SubmissionForm";

type OpenPhase = NonNullable<Submissions["phase"]>;

/** What is left of a team's uploads. */
export function describeLeft(phase: OpenPhase): string {
  const { left, total_left: total, refused_left: refused, next_at: next } = phase;
  const sentences = [
    next === null
      ? `${count(left, "upload")} left now.`
      : `You can upload again on ${formatDateTime(next)}.`,
    ...(total === null ? [] : [`${count(total, "upload")} left in this phase.`]),
    `${count(refused, "more file")} may be refused in these seven days.`,
  ];
  return sentences.join(" ");
}

interface UploadingProps {
  readonly competition: Competition;
  readonly submissions: Submissions;
}

/** The phases with their rules, what is left of them, and the form for an upload. */
export function Uploading({ competition, submissions }: UploadingProps) {
  const { project: slug, kind, phases } = competition;
  const { phase, missing, reads_answers } = submissions;
  const shown = phases.filter(({ number, state }) =>
    phase === null ? state === "upcoming" : number === phase.number,
  );
  return (
    <Stack gap="lg">
      {shown.length > 0 && (
        <Card component="section" padding="lg" aria-labelledby="phase-now">
          <Title order={2} size="h3" mb="sm" id="phase-now">
            {phase === null ? "To come" : "Open phase"}
          </Title>
          <Stack gap="sm">
            <PhaseList phases={shown} kind={kind} />
            {phase !== null && (
              <Text size="sm" fw={550} data-testid="left">
                {describeLeft(phase)}
              </Text>
            )}
          </Stack>
        </Card>
      )}
      {missing === "" ? (
        <SubmissionForm slug={slug} kind={kind} reads_answers={reads_answers} />
      ) : (
        <Alert color="gray" role="status">
          {missing}
        </Alert>
      )}
    </Stack>
  );
}
