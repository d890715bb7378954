import { Badge, Group, Stack, Text } from "@mantine/core";

import type { components } from "@/api/schema";

type Content = components["schemas"]["NaturalQuestionsTrainingAnswerOutput"];

/** A submitted answer of the training, as a reader sees it. */
export default function TrainingContent({ content }: { content: object }) {
  const {
    question_quality: quality,
    long_answer: long,
    short_answers: short,
    yes_no_answer: yesNo,
  } = content as Content;
  return (
    <Stack gap="xs">
      <Group gap="xs">
        <Badge variant="light" color={quality === "bad" ? "amber" : "plumb"}>
          {quality === "bad" ? "Bad question" : "Good question"}
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
