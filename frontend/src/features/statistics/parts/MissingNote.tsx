import { Progress, Stack, Text } from "@mantine/core";

import { formatCount } from "@/components/format";

import type { Missing } from "../shape";

/** Why something can't be said yet, and how much more is needed. */
export function MissingNote({ missing }: { readonly missing: Missing }) {
  const { reason, needed, have, need } = missing;
  return (
    <Stack gap={4}>
      <Text size="sm">{reason}</Text>
      {needed !== "" && (
        <Text size="sm" c="dimmed">
          {needed}
        </Text>
      )}
      {have !== null && need !== null && need > 0 && (
        <Progress
          size="sm"
          value={Math.min(100, (have / need) * 100)}
          aria-label={`${formatCount(have)} of ${formatCount(need)}`}
        />
      )}
    </Stack>
  );
}
