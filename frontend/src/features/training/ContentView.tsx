import { Badge, Group, List, Stack, Text } from "@mantine/core";

import type { TrainingContent } from "@/api/training";
import { count, formatShare } from "@/components/format";

/** A submitted answer, as a reader sees it: a `TrainingContent`; `kind` says which. */
export function ContentView({ content }: { content: object }) {
  const shown = content as TrainingContent;
  return shown.kind === "asqa" ? (
    <LongForm content={shown} />
  ) : (
    <NaturalQuestions content={shown} />
  );
}

function LongForm({ content }: { content: Extract<TrainingContent, { kind: "asqa" }> }) {
  return (
    <Stack gap="xs">
      <Text style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
        {content.long_form_answer === "" ? "No answer." : content.long_form_answer}
      </Text>
      <Text size="sm" c="dimmed">
        {count(content.word_count, "word")}
        {content.coverage !== null && `, ${formatShare(content.coverage)} covered by its support`}
      </Text>
      {content.missing.length > 0 && (
        <Text size="sm">
          Confirmed as included in other words:{" "}
          {content.missing.map((row) => row.short_answers[0]).join(", ")}
        </Text>
      )}
      {content.concern !== "" && <Text size="sm">Concern: “{content.concern}”</Text>}
      {content.knowledge.length > 0 && (
        <div>
          <Text size="sm" fw={500}>
            Knowledge
          </Text>
          <List size="sm" spacing={4}>
            {content.knowledge.map((piece, number) => (
              <List.Item key={number} style={{ overflowWrap: "anywhere" }}>
                {piece.content}{" "}
                {piece.page_title && (
                  <Text span c="dimmed">
                    ({piece.page_title})
                  </Text>
                )}
              </List.Item>
            ))}
          </List>
        </div>
      )}
    </Stack>
  );
}

function NaturalQuestions({ content }: { content: Extract<TrainingContent, { kind: "nq" }> }) {
  const { long_answer: long, short_answers: short, yes_no_answer: yesNo } = content;
  return (
    <Stack gap="xs">
      <Group gap="xs">
        <Badge variant="light" color={content.question_quality === "bad" ? "amber" : "plumb"}>
          {content.question_quality === "bad" ? "Bad question" : "Good question"}
        </Badge>
        {yesNo !== "NONE" && <Badge variant="light">{yesNo === "YES" ? "Yes" : "No"}</Badge>}
      </Group>
      <div>
        <Text size="sm" fw={500}>
          Long answer
        </Text>
        <Text size="sm" lineClamp={6} style={{ overflowWrap: "anywhere" }}>
          {long === null ? "None" : long.text}
        </Text>
      </div>
      <div>
        <Text size="sm" fw={500}>
          Short answers
        </Text>
        <Text size="sm" style={{ overflowWrap: "anywhere" }}>
          {short.length === 0 ? "None" : short.map(({ text }) => text).join(" · ")}
        </Text>
      </div>
    </Stack>
  );
}
