import { Button, Group, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";

import { formatDate } from "@/components/format";

interface BinRowProps {
  readonly title: string;
  readonly deleted: { readonly deleted_at: string; readonly kept_until: string };
  readonly isPending: boolean;
  readonly onRestore: () => void;
  /** What else can be done with it. */
  readonly children?: ReactNode;
}

/** Something in the bin, until when it is there, and the button that restores it. */
export function BinRow({ title, deleted, isPending, onRestore, children }: BinRowProps) {
  return (
    <Group justify="space-between">
      <Stack gap={0} style={{ overflowWrap: "anywhere" }}>
        <Text size="sm" fw={500}>
          {title}
        </Text>
        <Text size="xs" c="dimmed">
          Deleted on {formatDate(deleted.deleted_at)}
          {`, erased permanently on ${formatDate(deleted.kept_until)}`}
        </Text>
      </Stack>
      <Group gap="xs">
        {children}
        <Button
          size="xs"
          variant="default"
          loading={isPending}
          aria-label={`Restore ${title}`}
          onClick={onRestore}
        >
          Restore
        </Button>
      </Group>
    </Group>
  );
}
