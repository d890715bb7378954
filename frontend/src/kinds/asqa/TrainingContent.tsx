import { List, Stack, Text } from "@mantine/core";

import type { components } from "@/api/schema";
import { count, formatShare } from "@/components/format";

type Content = components["schemas"]["LongFormTrainingAnswerOutput"];

/** A submitted answer of the training, as a reader sees it. */
export default function TrainingContent({ content }: { content: object }) {
  const shown = content as Content;
  return (
    <Stack gap="xs">
      <Text style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
        {shown.long_form_answer === "" ? "No answer." : shown.long_form_answer}
      </Text>
      <Text size="sm" c="dimmed">
        {count(shown.word_count, "word")}
        {shown.coverage !== null && `, ${formatShare(shown.coverage)} covered by its support`}
      </Text>
      {shown.missing.length > 0 && (
        <Text size="sm">
          Confirmed as included in other words:{" "}
          {shown.missing.map((row) => row.short_answers[0]).join(", ")}
        </Text>
      )}
      {shown.concern !== "" && <Text size="sm">Concern: “{shown.concern}”</Text>}
      {shown.knowledge.length > 0 && (
        <div>
          <Text size="sm" fw={500}>
            Knowledge
          </Text>
          <List size="sm" spacing={4}>
            {shown.knowledge.map((piece, number) => (
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
