import { Card, List, SimpleGrid, Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";

import type { TrainingAnswer } from "@/api/training";
import { useProject } from "@/api/useProject";
import { useKind } from "@/kinds/useKind";

interface Props {
  readonly answer: TrainingAnswer;
  /** *Your answer*, *The annotator's answer*. */
  readonly whose: string;
  readonly children?: ReactNode;
}

/** One question: its meanings, the answer, and the reference once it may be seen. */
export function AnswerBesideReference({ answer, whose, children }: Props) {
  const { kind } = useProject();
  const { TrainingContent: Content } = useKind(kind);
  const { number, question, disambiguations, content, reference } = answer;
  return (
    <Card component="article" aria-label={`Question ${number + 1}`}>
      <Stack gap="md">
        <Title order={3} size="h4">
          {number + 1}. {question}
        </Title>
        {disambiguations.length > 0 && (
          <List size="sm" spacing={2}>
            {disambiguations.map((row) => (
              <List.Item key={row.question}>
                {row.question}{" "}
                <Text span c="dimmed">
                  {row.short_answers.join(" / ")}
                </Text>
              </List.Item>
            ))}
          </List>
        )}
        <SimpleGrid cols={{ base: 1, md: reference ? 2 : 1 }} spacing="xl">
          <div>
            <Text size="sm" c="dimmed" mb={4}>
              {whose}
            </Text>
            {content ? <Content content={content} /> : <Text c="dimmed">Not answered yet.</Text>}
          </div>
          {reference && (
            <div>
              <Text size="sm" c="dimmed" mb={4}>
                The reference
              </Text>
              <Content content={reference} />
            </div>
          )}
        </SimpleGrid>
        {children}
      </Stack>
    </Card>
  );
}
