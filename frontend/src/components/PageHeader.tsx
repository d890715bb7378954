import { Group, Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";

/** A page's title, one sentence about it, and its main actions. */
export function PageHeader({
  title,
  children,
  actions,
}: {
  title: string;
  children?: ReactNode;
  actions?: ReactNode;
}) {
  return (
    <Group justify="space-between" align="flex-start" gap="md" mb="lg" wrap="nowrap">
      <Stack gap={4}>
        <Title order={1}>{title}</Title>
        {children !== undefined && (
          <Text c="dimmed" maw={640} component="div">
            {children}
          </Text>
        )}
      </Stack>
      {actions !== undefined && (
        <Group gap="sm" wrap="nowrap" mt={4}>
          {actions}
        </Group>
      )}
    </Group>
  );
}
