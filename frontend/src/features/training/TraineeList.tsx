import {
  Anchor,
  Badge,
  Button,
  Checkbox,
  Group,
  Stack,
  Table,
  Text,
  Title,
  VisuallyHidden,
} from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";

import { traineesQuery } from "@/api/trainees";
import type { Trainee } from "@/api/training";
import type { Project } from "@/api/types";
import { count, formatCount } from "@/components/format";
import { QueryView } from "@/components/QueryView";
import { RelativeTime } from "@/components/RelativeTime";
import { ScrolledTable } from "@/components/ScrolledTable";
import { STATES } from "@/components/trainingWords";

import { WaiveDialog } from "./WaiveDialog";

/** People who wait for a lead first, the longest first; then the others. */
export function inOrder(trainees: readonly Trainee[]): Trainee[] {
  const rank = ({ standing }: Trainee) =>
    standing.waits_for === "lead" ? 0 : standing.waits_for === "annotator" ? 1 : 2;
  return [...trainees].sort(
    (one, other) =>
      rank(one) - rank(other) || one.standing.since.localeCompare(other.standing.since),
  );
}

interface Props {
  readonly project: Project;
  readonly isRequired: boolean;
}

export function TraineeList({ project, isRequired }: Props) {
  const trainees = useQuery(traineesQuery(project.slug));
  return (
    <section aria-labelledby="people">
      <Title order={2} size="h3" mb="sm" id="people">
        Annotators
      </Title>
      <QueryView query={trainees}>
        {({ results }) => {
          if (results.length === 0) {
            return <Text c="dimmed">This project has no annotators yet.</Text>;
          }
          const shown = isRequired ? results : results.filter(hasTrained);
          return (
            <Stack gap="sm">
              {!isRequired && (
                <Text c="dimmed">
                  Training is off, so nobody waits: annotators get questions at once.
                </Text>
              )}
              {shown.length > 0 && (
                <People project={project} trainees={inOrder(shown)} isRequired={isRequired} />
              )}
            </Stack>
          );
        }}
      </QueryView>
    </section>
  );
}

function People(props: { project: Project; trainees: Trainee[]; isRequired: boolean }) {
  const { project, trainees, isRequired } = props;
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const [waiving, setWaiving] = useState(false);
  const unqualified = trainees.filter(({ standing }) => standing.state !== "qualified");
  const toggle = (id: number) => {
    setChosen((before) =>
      before.includes(id) ? before.filter((other) => other !== id) : [...before, id],
    );
  };
  return (
    <Stack gap="sm">
      {unqualified.length > 0 && isRequired && (
        <Group justify="space-between">
          <Text size="sm" c="dimmed">
            You can accept people without training if they have worked here before or know the task.
          </Text>
          <Button
            variant="default"
            size="compact-md"
            disabled={chosen.length === 0}
            onClick={() => setWaiving(true)}
          >
            Accept without training
          </Button>
        </Group>
      )}
      <ScrolledTable label="annotators in training" minWidth={560}>
        <Table aria-label="Annotators in training">
          <Table.Thead>
            <Table.Tr>
              <Table.Th w={40} scope="col">
                <VisuallyHidden>Choose</VisuallyHidden>
              </Table.Th>
              <Table.Th scope="col">Annotator</Table.Th>
              <Table.Th scope="col">Step</Table.Th>
              <Table.Th scope="col">Waiting for</Table.Th>
              <Table.Th scope="col">Since</Table.Th>
              <Table.Th scope="col" ta="right">
                Annotations
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {trainees.map((trainee) => (
              <Table.Tr key={trainee.id}>
                <Table.Td>
                  {trainee.standing.state !== "qualified" && (
                    <Checkbox
                      aria-label={`Choose ${trainee.name}`}
                      checked={chosen.includes(trainee.id)}
                      onChange={() => toggle(trainee.id)}
                    />
                  )}
                </Table.Td>
                <Table.Td>
                  <Anchor
                    component={Link}
                    to={`/projects/${project.slug}/training/${trainee.id}`}
                    fw={500}
                  >
                    {trainee.name}
                  </Anchor>
                </Table.Td>
                <Table.Td>{describePlace(trainee)}</Table.Td>
                <Table.Td>
                  {isRequired && trainee.standing.waits_for === "lead" && (
                    <Group gap="xs">
                      <Badge variant="light" color="amber">
                        You
                      </Badge>
                      <Text size="sm">{leadsTurn(trainee)}</Text>
                    </Group>
                  )}
                  {isRequired && trainee.standing.waits_for === "annotator" && (
                    <Text size="sm">The annotator</Text>
                  )}
                </Table.Td>
                <Table.Td>
                  <RelativeTime at={trainee.standing.since} />
                </Table.Td>
                <Table.Td ta="right">{formatCount(trainee.annotations)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrolledTable>
      <WaiveDialog
        project={project}
        members={chosen}
        opened={waiving}
        onClose={() => setWaiving(false)}
        onDone={() => setChosen([])}
      />
    </Stack>
  );
}

/** What a lead has to do before the trainee goes on. */
export function leadsTurn({ standing }: Trainee): string {
  if (standing.questions_missing > 0) {
    return `Choose ${count(standing.questions_missing, "question")}`;
  }
  switch (standing.state) {
    case "in_person":
      return "Meet";
    case "grading":
      return "Grade the exam";
    default:
      return "Decide";
  }
}

function hasTrained({ standing }: Trainee): boolean {
  return standing.attempt !== null || standing.state === "qualified";
}

function describePlace({ standing }: Trainee): string {
  const { state, attempt, answered, questions } = standing;
  if (state !== "self_study" && state !== "exam") return STATES[state];
  if (attempt === null) return `${STATES[state]}, not begun`;
  return `${STATES[state]}, ${answered} of ${questions}`;
}
