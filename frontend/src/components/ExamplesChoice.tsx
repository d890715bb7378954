import { Button, Checkbox, Group, ScrollArea, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { useState } from "react";

import { type Loaded, QueryView } from "./QueryView";

interface ExamplesChoiceProps {
  /** What becomes of those that are chosen. */
  readonly what: string;
  readonly label: string;
  readonly query: Loaded<readonly { readonly id: number; readonly question: string }[]>;
  /** Why there are none. */
  readonly none: string;
  readonly action: string;
  readonly isPending: boolean;
  readonly onChoose: (examples: number[]) => void;
  readonly onClose: () => void;
  /** A search, above the examples. */
  readonly children?: ReactNode;
}

/** The body of a dialog in which examples are chosen. */
export function ExamplesChoice(props: ExamplesChoiceProps) {
  const { what, label, query, none, action, isPending, onChoose, onClose, children } = props;
  const [chosen, setChosen] = useState<readonly string[]>([]);
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        {what}
      </Text>
      {children}
      <ScrollArea.Autosize mah={360}>
        <QueryView query={query}>
          {(examples) => (
            <Checkbox.Group value={[...chosen]} onChange={setChosen} label={label}>
              <Stack gap="xs" mt="xs">
                {examples.length === 0 && <Text size="sm">{none}</Text>}
                {examples.map(({ id, question }) => (
                  <Checkbox key={id} value={String(id)} label={question} />
                ))}
              </Stack>
            </Checkbox.Group>
          )}
        </QueryView>
      </ScrollArea.Autosize>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button
          disabled={chosen.length === 0}
          loading={isPending}
          onClick={() => onChoose(chosen.map(Number))}
        >
          {chosen.length > 1 ? `${action} (${chosen.length})` : action}
        </Button>
      </Group>
    </Stack>
  );
}
