import { Badge, Card, Group, List, Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";

import type { AnalysedAnswer } from "@/api/errorAnalyses";
import { useProject } from "@/api/useProject";
import { count } from "@/components/format";
import { useKind } from "@/kinds/useKind";

import { AnswerOnPage } from "./AnswerOnPage";
import classes from "./ShownAnswer.module.css";

type Parts = AnalysedAnswer["people_long"];

/** The question, what the system answered, and what people did. */
export function ShownAnswer({ answer }: { readonly answer: AnalysedAnswer }) {
  const { question, page, placed, long, short, readings } = answer;
  const { answer: label, hasShortAnswers, countsAnswers } = useKind(useProject().kind).analysed;
  return (
    <Stack flex={1} miw={320} gap="md">
      <div>
        <Title order={2} size="h3">
          {question}
        </Title>
        {page !== null && (
          <Text size="sm" c="dimmed">
            Page: {page.title}
          </Text>
        )}
      </div>
      {readings.length > 0 && (
        <List size="sm">
          {readings.map(({ question: asked, short_answers: wordings }) => (
            <List.Item key={asked}>
              {asked} <strong>{wordings.join(", ")}</strong>
            </List.Item>
          ))}
        </List>
      )}
      <Part title="The system’s answer">
        {page !== null && placed !== null ? (
          <AnswerOnPage key={page.id} page={page} answer={placed} />
        ) : (
          <Answer text={long} label="What the system answered" />
        )}
        {hasShortAnswers && <Short text={short} />}
      </Part>
      <Part title="People’s answers">
        <PeopleParts parts={answer.people_long} isCounted={countsAnswers} label={label} />
        {hasShortAnswers && (
          <>
            <Text size="sm" fw={600} mt="xs">
              Short answers
            </Text>
            <PeopleParts
              parts={answer.people_short}
              isCounted={countsAnswers}
              label="Short answer"
            />
          </>
        )}
      </Part>
    </Stack>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Card component="section" aria-label={title}>
      <Title order={3} size="h4" mb="xs">
        {title}
      </Title>
      <Stack gap="xs">{children}</Stack>
    </Card>
  );
}

function Answer({ text, label }: { readonly text: string | null; readonly label: string }) {
  if (text === null) return <Text c="dimmed">No answer</Text>;
  return (
    <Text className={classes.text} role="region" aria-label={label} tabIndex={0} component="div">
      {text}
    </Text>
  );
}

function Short({ text }: { readonly text: string | null }) {
  return (
    <Text size="sm">
      Short answer: <strong>{text ?? "none"}</strong>
    </Text>
  );
}

function PeopleParts({
  parts,
  isCounted,
  label,
}: {
  readonly parts: Parts;
  /** Whether it says how many people gave each. */
  readonly isCounted: boolean;
  /** What one of them is called. */
  readonly label: string;
}) {
  if (parts.length === 0) return <Text c="dimmed">Nobody has answered.</Text>;
  return parts.map(({ text, count: people }, place) => (
    <Group key={place} align="flex-start" wrap="nowrap" gap="sm">
      {isCounted && (
        <Badge variant="light" color="gray" style={{ flexShrink: 0 }}>
          {count(people, "person", "people")}
        </Badge>
      )}
      <Answer text={text} label={`${label} ${place + 1}`} />
    </Group>
  ));
}
