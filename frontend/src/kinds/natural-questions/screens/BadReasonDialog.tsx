import { Button, Group, Stack, Text } from "@mantine/core";

import { KeyHint } from "@/annotating/KeyHint";
import { BAD_REASONS } from "@/components/badReasons";
import type { DialogProps } from "@/components/dialogProps";
import { LateModal } from "@/components/late";

import type { BadReason } from "../types";

interface BadReasonDialogProps extends DialogProps {
  readonly onChoose: (reason: BadReason) => void;
}

/** Why a question is bad after all: its judgment should have come from the question alone. The screen around it handles the digits. */
export function BadReasonDialog({ opened, onChoose, onClose }: BadReasonDialogProps) {
  return (
    <LateModal opened={opened} onClose={onClose} title="Bad after all?" size={520}>
      <Choices onChoose={onChoose} onClose={onClose} />
    </LateModal>
  );
}

function Choices({ onChoose, onClose }: Omit<BadReasonDialogProps, "opened">) {
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
          h="auto"
          mih={36}
          py={7}
          styles={{ label: { whiteSpace: "normal", textAlign: "start" } }}
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
