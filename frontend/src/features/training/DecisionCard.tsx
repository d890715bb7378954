import { Button, Card, Group, Stack, Text, Textarea, Title } from "@mantine/core";
import { useState } from "react";

import { decideExam, finishGrading, gradeAutomatically } from "@/api/trainees";
import type { TraineeDetail } from "@/api/training";
import type { Project } from "@/api/types";
import { useKind } from "@/kinds/useKind";

import { useTraineeChange } from "./useTraineeChange";

interface Props {
  readonly project: Project;
  readonly trainee: TraineeDetail;
}

/** What a lead does with a finished exam: have it graded, show the grades, decide. */
export function DecisionCard(props: Props) {
  return props.trainee.standing.state === "grading" ? (
    <Grading {...props} />
  ) : (
    <Decide {...props} />
  );
}

function Grading({ project, trainee }: Props) {
  const { slug, kind } = project;
  const { comparesWithReferences } = useKind(kind);
  const compare = useTraineeChange(slug, trainee.id, () => gradeAutomatically(slug, trainee.id));
  const finish = useTraineeChange(slug, trainee.id, () => finishGrading(slug, trainee.id));
  return (
    <Card padding="xl" component="section" aria-labelledby="grading">
      <Stack>
        <Title order={2} size="h3" id="grading">
          Grade the exam
        </Title>
        <Text size="sm">
          Grade each answer below on every criterion, with a comment. The annotator sees the grades
          only when you show them.
        </Text>
        <Group justify="flex-end">
          {comparesWithReferences && (
            <Button
              variant="default"
              loading={compare.isPending}
              onClick={() => compare.mutate(undefined)}
            >
              Compare with the references
            </Button>
          )}
          <Button loading={finish.isPending} onClick={() => finish.mutate(undefined)}>
            Show the grades to the annotator
          </Button>
        </Group>
      </Stack>
    </Card>
  );
}

function Decide({ project, trainee }: Props) {
  const [note, setNote] = useState("");
  const decide = useTraineeChange(project.slug, trainee.id, (verdict: "accepted" | "another_try") =>
    decideExam(project.slug, trainee.id, { verdict, note: note.trim() }),
  );
  const exam = trainee.attempts.findLast(({ step }) => step === "exam");
  return (
    <Card padding="xl" component="section" aria-labelledby="decision">
      <Stack>
        <Title order={2} size="h3" id="decision">
          Decide
        </Title>
        <Text size="sm">
          {exam?.read_at
            ? "The annotator has read the grades."
            : "The annotator has not read the grades yet."}{" "}
          Another try uses other questions if there are enough.
        </Text>
        <Textarea
          label="A note to the annotator"
          autosize
          minRows={2}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button
            variant="default"
            loading={decide.isPending}
            onClick={() => decide.mutate("another_try")}
          >
            Ask for another try
          </Button>
          <Button loading={decide.isPending} onClick={() => decide.mutate("accepted")}>
            Accept
          </Button>
        </Group>
      </Stack>
    </Card>
  );
}
