import { Stack, Text, Tooltip } from "@mantine/core";
import type { ReactNode } from "react";

/** One number and what it counts. `hint` explains it under the pointer. */
export function Figure({
  value,
  label,
  hint,
}: {
  value: ReactNode;
  label: string;
  hint?: string | undefined;
}) {
  const figure = (
    <Stack gap={0}>
      <Text
        component="div"
        fz="1.5rem"
        lh={1.25}
        fw={550}
        style={{ fontVariantNumeric: "tabular-nums" }}
      >
        {value}
      </Text>
      <Text component="div" size="sm" c="dimmed">
        {label}
      </Text>
    </Stack>
  );
  return hint === undefined ? figure : <Tooltip label={hint}>{figure}</Tooltip>;
}
