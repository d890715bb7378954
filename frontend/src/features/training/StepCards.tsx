import { Badge, Card, SimpleGrid, Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";

export interface StepCard {
  readonly title: string;
  readonly what: string;
  /** How far it is: a sentence. */
  readonly state: string;
  readonly isCurrent: boolean;
  readonly button: ReactNode;
}

/** The three steps of the training side by side, each with its button; the current one marked. */
export function StepCards({ steps, mark }: { steps: readonly StepCard[]; mark: string }) {
  return (
    <SimpleGrid component="ol" cols={{ base: 1, md: 3 }} spacing="lg" p={0} m={0} style={LIST}>
      {steps.map(({ title, what, state, isCurrent, button }, index) => (
        <Card
          key={title}
          component="li"
          padding="lg"
          withBorder
          aria-current={isCurrent ? "step" : undefined}
          style={isCurrent ? CURRENT : undefined}
        >
          <Stack gap="xs" h="100%">
            <Title order={3} size="h4">
              {index + 1}. {title}
            </Title>
            {isCurrent && (
              <Badge variant="light" color="plumb" style={{ alignSelf: "flex-start" }}>
                {mark}
              </Badge>
            )}
            <Text size="sm">{what}</Text>
            <Text size="sm" fw={550}>
              {state}
            </Text>
            <div style={{ marginTop: "auto" }}>{button}</div>
          </Stack>
        </Card>
      ))}
    </SimpleGrid>
  );
}

const LIST = { listStyle: "none" } as const;
const CURRENT = { borderColor: "var(--mantine-primary-color-filled)", borderWidth: 2 } as const;
