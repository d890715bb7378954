import { Stack, Text } from "@mantine/core";

import type { Annotator } from "@/api/types";
import { count, formatShare } from "@/components/format";

interface GoldAgreementProps {
  readonly gold: Annotator["gold"] | undefined;
}

/** How often an annotator said what a lead decided, with the interval and the number of examples. */
export function GoldAgreement({ gold }: GoldAgreementProps) {
  if (gold === null || gold === undefined) return "–";
  const { value, low, high, examples, reason } = gold;
  return (
    <Stack gap={0}>
      <Text size="sm">{formatShare(value)}</Text>
      <Text size="xs" c="dimmed" title={reason}>
        {low !== null && high !== null && `${formatShare(low)}–${formatShare(high)} · `}
        {count(examples, "example")}
      </Text>
    </Stack>
  );
}
