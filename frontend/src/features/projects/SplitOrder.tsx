import { ActionIcon, Group, Stack, Text } from "@mantine/core";
import { IconArrowDown, IconArrowUp } from "@tabler/icons-react";
import { flushSync } from "react-dom";

import type { Queue } from "@/api/types";
import { count } from "@/components/format";

import classes from "./SplitOrder.module.css";

/** All splits of a project: those that have a turn in their order, then those that were found. */
export function splitsInOrder(queue: Queue): string[] {
  const found = queue.found_splits.map(({ name }) => name).filter((name) => name !== "");
  return [...new Set([...queue.splits, ...found])];
}

function moved(splits: readonly string[], from: number, by: 1 | -1): string[] {
  const next = [...splits];
  const [split] = next.splice(from, 1);
  if (split !== undefined) next.splice(from + by, 0, split);
  return next;
}

/** Which split's examples go first: a list whose rows move up and down. */
export function SplitOrder({
  splits,
  found,
  onChange,
}: {
  splits: readonly string[];
  found: Queue["found_splits"];
  onChange: (splits: string[]) => void;
}) {
  function move(button: HTMLButtonElement, from: number, by: 1 | -1): void {
    flushSync(() => onChange(moved(splits, from, by)));
    // The row is elsewhere now; at an end, only the other button is left.
    const own = button.disabled ? button.parentElement?.querySelector("button:enabled") : button;
    if (own instanceof HTMLElement) own.focus();
  }

  const examples = new Map(found.map((split) => [split.name, split.examples]));
  const without = examples.get("") ?? 0;
  if (splits.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        No example has a split yet. You give one when you import a file.
      </Text>
    );
  }
  return (
    <div>
      <Text component="h3" size="sm" fw={500} mb={6}>
        Order of the splits
      </Text>
      <Stack component="ol" gap={0} className={classes.list} aria-label="Order of the splits">
        {splits.map((split, index) => (
          <li key={split} className={classes.row}>
            <Group gap="sm" wrap="nowrap">
              <Text size="sm" c="dimmed" className={classes.number}>
                {index + 1}
              </Text>
              <Text size="sm" fw={500}>
                {split}
              </Text>
              <Text size="sm" c="dimmed">
                {count(examples.get(split) ?? 0, "example")}
              </Text>
            </Group>
            <Group gap={4} wrap="nowrap">
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={`Move ${split} up`}
                disabled={index === 0}
                onClick={(event) => move(event.currentTarget, index, -1)}
              >
                <IconArrowUp size={16} aria-hidden />
              </ActionIcon>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={`Move ${split} down`}
                disabled={index === splits.length - 1}
                onClick={(event) => move(event.currentTarget, index, 1)}
              >
                <IconArrowDown size={16} aria-hidden />
              </ActionIcon>
            </Group>
          </li>
        ))}
        {without > 0 && (
          <li className={classes.row}>
            <Text size="sm" c="dimmed">
              Last: {count(without, "example")} without a split
            </Text>
          </li>
        )}
      </Stack>
    </div>
  );
}
