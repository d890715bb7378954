import { Card, Stack, Text } from "@mantine/core";

import type { Annotation } from "@/api/types";

import { type Describes, secondsOf } from "./answerSummary";
import { formatDateTime, formatDuration } from "./format";

/** An answer as it was submitted, to read. */
export function SubmittedAnswer({
  annotation,
  describe,
}: Describes & { readonly annotation: Annotation }) {
  const { long, short, text, details } = describe(annotation);
  const seconds = secondsOf(annotation);
  return (
    <Card component="article" aria-label="Your answer" ta="left">
      <Stack gap="sm" style={{ overflowWrap: "anywhere" }}>
        <Text size="sm" c="dimmed">
          {[
            long,
            formatDateTime(annotation.created_at),
            ...(seconds === null ? [] : [formatDuration(seconds)]),
          ].join(" · ")}
        </Text>
        {short !== "" && (
          <Text fw={600} dir="auto">
            {short}
          </Text>
        )}
        {text !== "" && (
          <Text style={{ whiteSpace: "pre-wrap" }} dir="auto">
            {text}
          </Text>
        )}
        {details.map((line, number) => (
          <Text key={number} size="sm" c="dimmed">
            {line}
          </Text>
        ))}
      </Stack>
    </Card>
  );
}
