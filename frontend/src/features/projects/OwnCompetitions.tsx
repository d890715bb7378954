import { Card, Group, SimpleGrid, Text, Title } from "@mantine/core";
import { Link } from "react-router";

import type { OwnCompetition } from "@/api/competitions";
import { LinkButton } from "@/components/LinkButton";

import classes from "./HomePage.module.css";

interface OwnCompetitionsProps {
  readonly competitions: readonly OwnCompetition[];
  /** The level of each one’s heading. */
  readonly order: 2 | 3;
}

/** The competitions that somebody takes part in. */
export function OwnCompetitions({ competitions, order }: OwnCompetitionsProps) {
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg">
      {competitions.map(({ project, title, team }) => (
        <Card key={project} component="article" className={classes.card}>
          <Title order={order} size="h3" mb={4}>
            <Link to={`/competitions/${project}`} className={classes.title}>
              {title}
            </Link>
          </Title>
          <Text size="sm" c="dimmed" mb="md">
            {team === null ? "You are not in a team yet." : `Team ${team}`}
          </Text>
          <Group>
            <LinkButton to={`/competitions/${project}/team`} variant="light">
              {team === null ? "Find a team" : "Open team"}
            </LinkButton>
          </Group>
        </Card>
      ))}
    </SimpleGrid>
  );
}
