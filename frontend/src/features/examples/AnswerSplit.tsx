import { Badge, Group, Stack, Text } from "@mantine/core";

import type { ExampleSummary } from "@/api/types";
import { formatShare } from "@/components/format";
import { describeAnswer } from "@/kinds/kinds";

/** The answer that most gave, if one was given more often than every other. */
export function MajorityAnswer({ answers }: Pick<ExampleSummary, "answers">) {
  if (answers === null) return null;
  const [most, second] = answers.sizes;
  if (most === second) {
    return (
      <Text size="sm" c="dimmed">
        Tied
      </Text>
    );
  }
  const { long, short, isEmpty } = describeAnswer(answers.annotation);
  return (
    <Group gap="2px 8px" align="baseline">
      <Badge color={isEmpty ? "gray" : "plumb"} style={{ flexShrink: 0 }}>
        {long}
      </Badge>
      {short !== "" && (
        <Text size="sm" lineClamp={2}>
          {short}
        </Text>
      )}
    </Group>
  );
}

/** The share that gave it, and how many gave each answer. */
export function AnswerSplit({ answers }: Pick<ExampleSummary, "answers">) {
  if (answers === null) return null;
  const [most = 0, ...others] = answers.sizes;
  const total = others.reduce((sum, size) => sum + size, most);
  // One annotation agrees with nobody.
  if (total < 2) return null;
  return (
    <Stack gap={0} style={{ fontVariantNumeric: "tabular-nums" }}>
      <Text size="sm">{formatShare(most / total)}</Text>
      <Text size="xs" c="dimmed" lineClamp={1} title="Annotations with each answer">
        {answers.sizes.join(" · ")}
      </Text>
    </Stack>
  );
}
