import { Badge, Card, Text } from "@mantine/core";
import { IconCheck, IconHourglass } from "@tabler/icons-react";

import type { Round } from "@/api/judging";
import { LinkButton } from "@/components/LinkButton";
import { EmptyState } from "@/components/states";

import classes from "./WaitingScreen.module.css";

/** Phase 1 is over for the reader, and not yet for everybody. */
export function WaitingScreen({ round }: { round: Round }) {
  const isLead = round.seat === null;
  return (
    <div className={classes.page}>
      <Card>
        <EmptyState
          order={1}
          icon={IconHourglass}
          title={isLead ? "The experts are still judging" : "You have closed phase 1"}
          action={
            <LinkButton
              to={`/projects/${round.project}/${isLead ? `judgment-rounds/${round.id}` : "judging"}`}
              variant="default"
              mt="xs"
            >
              {isLead ? "Back to the round" : "Back to the rounds"}
            </LinkButton>
          }
        >
          {isLead
            ? "The meeting opens when every expert has closed phase 1. This page then shows it automatically."
            : "Your verdicts are fixed, and nobody else has seen them. When every expert has closed, the meeting opens here automatically."}
        </EmptyState>
        <ul className={classes.experts} aria-label="Experts">
          {round.experts.map(({ number, name, is_you: isYou, closed_at: closedAt }) => (
            <li key={number} className={classes.expert}>
              <Text size="sm">
                {name}
                {isYou && " (you)"}
              </Text>
              {closedAt === null ? (
                <Badge color="gray">still judging</Badge>
              ) : (
                <Badge color="plumb" leftSection={<IconCheck size={13} aria-hidden />}>
                  closed
                </Badge>
              )}
            </li>
          ))}
        </ul>
      </Card>
    </div>
  );
}
