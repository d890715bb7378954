import { Card, Group, List, Stack, Text, Title } from "@mantine/core";
import { IconArrowRight } from "@tabler/icons-react";

import { formatDate } from "@/components/format";
import { LinkButton } from "@/components/LinkButton";

import type { Section } from "../../shape";
import { describeSignal, signalsByAnnotator } from "./signals";

interface SignalListProps {
  readonly section: Section;
  readonly nameOf: (key: string) => string;
  readonly addressOf: (key: string) => string;
}

/** Whose annotations to look at first, and why. */
export function SignalList({ section, nameOf, addressOf }: SignalListProps) {
  const people = signalsByAnnotator(section);
  const isKnown = section.figures.some(
    ({ name, value }) => name === "to_look_at" && value !== null,
  );
  if (people.size === 0 && !isKnown) return null;
  return (
    <section aria-labelledby="look-first">
      <Title order={2} id="look-first" mb={4}>
        Worth a look
      </Title>
      <Text c="dimmed" size="sm" maw={720} mb="sm">
        {people.size === 0
          ? "Nobody differs from the others, or from before, by more than chance would explain."
          : "Annotators who differ from the others, or from their own earlier work, by more than chance. The most urgent come first. There may be good reasons: look at the examples, then talk."}
      </Text>
      <Stack gap="md">
        {[...people].map(([annotator, signals]) => (
          <Card key={annotator} component="article" aria-label={nameOf(annotator)}>
            <Group justify="space-between" align="flex-start">
              <Stack gap={6} flex="1 1 15rem">
                <Title order={3}>{nameOf(annotator)}</Title>
                <List size="sm" spacing={2}>
                  {signals.map((signal) => (
                    <List.Item key={`${signal.measure}${String(signal.upwards)}`}>
                      {describeSignal(signal)}
                      {signal.since !== null && ` Since ${formatDate(signal.since)}.`}
                    </List.Item>
                  ))}
                </List>
              </Stack>
              <LinkButton
                to={addressOf(annotator)}
                variant="default"
                size="compact-md"
                rightSection={<IconArrowRight size={16} aria-hidden />}
              >
                Look at examples
              </LinkButton>
            </Group>
          </Card>
        ))}
      </Stack>
    </section>
  );
}
