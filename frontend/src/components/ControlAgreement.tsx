import { Stack, Text } from "@mantine/core";

import type { Control } from "@/api/controls";
import { count, formatShare } from "@/components/format";

interface ControlAgreementProps {
  readonly result: Control["result"] | undefined;
  /** What is counted: an annotator's controls, or a control's answers. */
  readonly of: "control" | "answer";
}

/** How often answers to controls are the decided ones, with the interval and the number. */
export function ControlAgreement({ result, of }: ControlAgreementProps) {
  if (result === null || result === undefined) return "–";
  const { answered, agreed, low, high, reason } = result;
  return (
    <Stack gap={0}>
      <Text size="sm">{formatShare(agreed)}</Text>
      <Text size="xs" c="dimmed" title={reason}>
        {low !== null && high !== null && `${formatShare(low)}–${formatShare(high)} · `}
        {count(answered, of)}
      </Text>
    </Stack>
  );
}
