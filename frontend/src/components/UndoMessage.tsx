import { Button, Group, Text } from "@mantine/core";

interface UndoMessageProps {
  readonly message: string;
  readonly onUndo: () => void;
}

/** What a toast says that offers to take something back. */
export function UndoMessage({ message, onUndo }: UndoMessageProps) {
  return (
    <Group gap="sm" wrap="nowrap" justify="space-between">
      <Text size="sm" lineClamp={2} style={{ overflowWrap: "anywhere" }}>
        {message}
      </Text>
      <Button
        variant="light"
        // The button in the header has the short name.
        aria-label="Undo the last submission"
        size="compact-sm"
        aria-keyshortcuts="Control+Z"
        style={{ flexShrink: 0 }}
        onClick={onUndo}
      >
        Undo
      </Button>
    </Group>
  );
}
