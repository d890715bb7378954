import { Button, Group, Modal, Text } from "@mantine/core";

/** Asks whether to throw away the typed text. */
export function LeaveDialog({
  opened,
  what,
  onStay,
  onLeave,
}: {
  opened: boolean;
  /** What was changed, in a sentence: "the guidelines". */
  what: string;
  onStay: () => void;
  onLeave: () => void;
}) {
  return (
    <Modal opened={opened} onClose={onStay} title="Leave without saving?">
      <Text size="sm">Your changes to {what} are not saved yet.</Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onLeave}>
          Discard my changes
        </Button>
        <Button onClick={onStay} data-autofocus>
          Keep editing
        </Button>
      </Group>
    </Modal>
  );
}
