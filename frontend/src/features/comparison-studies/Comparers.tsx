import { Checkbox, Group, Text } from "@mantine/core";

import type { Sources } from "@/api/comparisons";

interface ComparersProps {
  readonly sources: Sources;
  readonly description: string;
  readonly chosen: readonly string[];
  readonly error: string | undefined;
  readonly onChange: (chosen: readonly string[]) => void;
}

/** Who compares. */
export function Comparers({ sources, description, chosen, error, onChange }: ComparersProps) {
  return (
    <Checkbox.Group
      label="Comparers"
      description={description}
      value={[...chosen]}
      error={error}
      onChange={onChange}
    >
      {sources.experts.length === 0 ? (
        <Text size="sm" mt="xs">
          This project has no experts yet. Add them on the Members page.
        </Text>
      ) : (
        <Group mt="xs" gap="lg">
          {sources.experts.map(({ membership, name }) => (
            <Checkbox key={membership} value={String(membership)} label={name} />
          ))}
        </Group>
      )}
    </Checkbox.Group>
  );
}
