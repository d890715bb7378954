import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";

import type { DialogProps } from "./dialogProps";

interface ConfirmDialogProps extends DialogProps {
  readonly title: string;
  readonly action: string;
  readonly isPending: boolean;
  readonly isDangerous?: boolean;
  readonly onConfirm: () => void;
  readonly children: ReactNode;
}

/** Asks before something that can't be undone. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { opened, title, action, isPending, isDangerous = true } = props;
  const { onClose, onConfirm, children } = props;
  return (
    <Modal opened={opened} onClose={onClose} title={title}>
      <Stack gap="lg">
        <Text size="sm" component="div">
          {children}
        </Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button loading={isPending} onClick={onConfirm} {...(isDangerous && { color: "brick" })}>
            {action}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
