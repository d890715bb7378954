import { Button, Group, Modal, Text } from "@mantine/core";
import type { ReactNode } from "react";

interface ConfirmDialogProps {
  readonly opened: boolean;
  readonly title: string;
  readonly action: string;
  readonly isPending: boolean;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
  readonly children: ReactNode;
}

/** Asks before something that can't be undone. */
export function ConfirmDialog({
  opened,
  title,
  action,
  isPending,
  onClose,
  onConfirm,
  children,
}: ConfirmDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title={title}>
      <Text component="div">{children}</Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button color="brick" loading={isPending} onClick={onConfirm}>
          {action}
        </Button>
      </Group>
    </Modal>
  );
}
