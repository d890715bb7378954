import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import { useEffect, useEffectEvent } from "react";

import { KeyHint } from "@/annotating/KeyHint";
import type { BadReason } from "@/api/types";
import { BAD_REASONS } from "@/components/badReasons";

interface BadReasonDialogProps {
  readonly opened: boolean;
  readonly onChoose: (reason: BadReason) => void;
  readonly onClose: () => void;
}

/** Why a question is bad after all: its judgment should have come from the question alone. */
export function BadReasonDialog({ opened, onChoose, onClose }: BadReasonDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="Bad after all?" size={520}>
      <Choices onChoose={onChoose} onClose={onClose} />
    </Modal>
  );
}

function Choices({ onChoose, onClose }: Omit<BadReasonDialogProps, "opened">) {
  const choose = useEffectEvent((key: string): boolean => {
    const chosen = BAD_REASONS[Number(key) - 1];
    if (chosen) onChoose(chosen.reason);
    return chosen !== undefined;
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (!event.ctrlKey && !event.metaKey && !event.altKey && choose(event.key)) {
        event.preventDefault();
      }
    };
    window.addEventListener("keydown", listen);
    return () => {
      window.removeEventListener("keydown", listen);
    };
  }, []);
  return (
    <Stack gap="sm">
      <Text size="sm">
        You have seen the page, and a question is judged without it. Say why it is bad. The reason
        is kept with your answer.
      </Text>
      {BAD_REASONS.map(({ reason, label }, position) => (
        <Button
          key={reason}
          variant="default"
          justify="space-between"
          rightSection={<KeyHint>{String(position + 1)}</KeyHint>}
          aria-keyshortcuts={String(position + 1)}
          onClick={() => onChoose(reason)}
        >
          {label}
        </Button>
      ))}
      <Group justify="flex-end">
        <Button variant="subtle" color="gray" onClick={onClose}>
          Cancel
        </Button>
      </Group>
    </Stack>
  );
}
