import { Button, Group, Text } from "@mantine/core";

interface UndoMessageProps {
  readonly message: string;
  /** The button's full name, which begins with "Undo". */
  readonly label: string;
  readonly keys?: string | undefined;
  readonly onUndo: () => void;
}

/** What a toast says that offers to take something back. */
export function UndoMessage({ message, label, keys, onUndo }: UndoMessageProps) {
  return (
    <Group gap="sm" wrap="nowrap" justify="space-between">
      <Text size="sm" lineClamp={2} style={{ overflowWrap: "anywhere" }}>
        {message}
      </Text>
      <Button
        variant="light"
        aria-label={label}
        size="compact-sm"
        aria-keyshortcuts={keys}
        style={{ flexShrink: 0 }}
        onClick={onUndo}
      >
        Undo
      </Button>
    </Group>
  );
}
