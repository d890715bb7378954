import { Anchor, Card, Group, Stack, Text, Title } from "@mantine/core";
import { Link } from "react-router";

import type { Overview } from "@/api/overview";
import { formatCount } from "@/components/format";

import classes from "./FirstSteps.module.css";

interface Row {
  readonly number: number;
  readonly what: readonly [one: string, many: string];
  readonly to: string;
  readonly note?: string;
}

function rowsOf(waiting: Overview["waiting"]): Row[] {
  const {
    questions,
    questions_overdue: overdue,
    parked,
    late,
    trainees,
    to_look_at: look,
    disagreements,
  } = waiting;
  return [
    {
      number: questions,
      what: ["help request without an answer", "help requests without an answer"],
      to: "questions?state=waiting",
      ...(overdue > 0 && { note: `${formatCount(overdue)} for more than a day` }),
    },
    {
      number: look ?? 0,
      what: ["person worth a look", "people worth a look"],
      to: "statistics/people",
    },
    {
      number: disagreements ?? 0,
      what: ["disagreement to decide on", "disagreements to decide on"],
      to: "disagreements",
    },
    {
      number: late,
      what: ["late annotation to decide on", "late annotations to decide on"],
      to: "annotations?arrival=late_waiting",
    },
    {
      number: trainees,
      what: ["training that waits for you", "trainings that wait for you"],
      to: "training",
    },
    { number: parked, what: ["parked question", "parked questions"], to: "questions" },
  ];
}

/** What waits for a lead, each with the page where it is done. */
export function WaitingCard({ waiting }: { readonly waiting: Overview["waiting"] }) {
  const rows = rowsOf(waiting).filter(({ number }) => number > 0);
  return (
    <Card>
      <Title order={2} size="h3" mb="sm">
        What waits for you
      </Title>
      {rows.length === 0 ? (
        <Text c="dimmed">Nothing waits for you.</Text>
      ) : (
        <Stack component="ul" gap={0} className={classes.steps}>
          {rows.map(({ number, what: [one, many], to, note }) => (
            <li key={to} className={classes.step}>
              <Group justify="space-between" gap="xs">
                <Anchor component={Link} to={to}>
                  {formatCount(number)} {number === 1 ? one : many}
                </Anchor>
                {note !== undefined && (
                  <Text size="sm" c="dimmed">
                    {note}
                  </Text>
                )}
              </Group>
            </li>
          ))}
        </Stack>
      )}
    </Card>
  );
}
