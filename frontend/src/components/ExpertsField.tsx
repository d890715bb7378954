import { Checkbox, Group, Text } from "@mantine/core";

interface ExpertsFieldProps {
  readonly label: string;
  readonly experts: readonly { readonly membership: number; readonly name: string }[];
  readonly description: string;
  readonly chosen: readonly string[];
  readonly error: string | undefined;
  readonly onChange: (chosen: readonly string[]) => void;
}

/** Which experts of a project get a seat in a blind review. */
export function ExpertsField(props: ExpertsFieldProps) {
  const { label, experts, description, chosen, error, onChange } = props;
  return (
    <Checkbox.Group
      label={label}
      description={description}
      value={[...chosen]}
      error={error}
      onChange={onChange}
    >
      {experts.length === 0 ? (
        <Text size="sm" mt="xs">
          This project has no experts yet. Give members that role on the Members page.
        </Text>
      ) : (
        <Group mt="xs" gap="lg">
          {experts.map(({ membership, name }) => (
            <Checkbox key={membership} value={String(membership)} label={name} />
          ))}
        </Group>
      )}
    </Checkbox.Group>
  );
}
