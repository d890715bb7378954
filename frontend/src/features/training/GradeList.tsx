import { Badge, Group, Stack, Text } from "@mantine/core";

import type { Grade } from "@/api/training";
import { CRITERIA, LEVEL_COLOURS, LEVELS } from "@/components/trainingWords";

/** Grades to read. */
export function GradeList({ grades }: { grades: readonly Grade[] }) {
  if (grades.length === 0) return null;
  return (
    <Stack gap="xs">
      {grades.map(({ criterion, level, comment }) => (
        <div key={criterion}>
          <Group gap="xs">
            <Text size="sm" fw={500}>
              {CRITERIA[criterion].name}
            </Text>
            <Badge variant="light" color={LEVEL_COLOURS[level]}>
              {LEVELS.find(({ value }) => value === level)?.label}
            </Badge>
          </Group>
          {comment !== "" && (
            <Text size="sm" style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
              {comment}
            </Text>
          )}
        </div>
      ))}
    </Stack>
  );
}
