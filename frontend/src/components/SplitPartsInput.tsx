import { ActionIcon, Button, Group, Stack, TextInput } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useRef } from "react";

import { type Seed, SeedInput } from "./SeedInput";
import { type TypedPart, partOf } from "./splitParts";

const LONGEST_NAME = 20;

/** Takes the parts of a draw, each with its size, and the seed. */
export function SplitPartsInput({
  parts,
  onChange,
  seed,
  onSeed,
}: {
  parts: readonly TypedPart[];
  onChange: (parts: readonly TypedPart[]) => void;
  seed: Seed;
  onSeed: (seed: Seed) => void;
}) {
  const addition = useRef<HTMLButtonElement>(null);
  return (
    <Stack gap="md">
      <Stack gap={8}>
        {parts.map((part, index) => (
          <PartRow
            // Parts have nothing but their place to be known by.
            key={index}
            part={part}
            place={index + 1}
            onChange={(next) => {
              onChange(parts.map((each, place) => (place === index ? next : each)));
            }}
            onRemove={() => {
              onChange(parts.filter((_, place) => place !== index));
              // The last row leaves with its button.
              if (index === parts.length - 1) addition.current?.focus();
            }}
          />
        ))}
        <Group>
          <Button
            ref={addition}
            size="xs"
            variant="default"
            onClick={() => {
              onChange([...parts, { name: "", size: "" }]);
            }}
          >
            Add a part
          </Button>
        </Group>
      </Stack>
      <SeedInput
        description="The same seed draws the same parts."
        w={280}
        maw="100%"
        value={seed}
        onChange={onSeed}
      />
    </Stack>
  );
}

function PartRow({
  part,
  place,
  onChange,
  onRemove,
}: {
  part: TypedPart;
  place: number;
  onChange: (part: TypedPart) => void;
  onRemove: () => void;
}) {
  return (
    <Group gap="sm" wrap="nowrap">
      <TextInput
        aria-label={`Name of part ${String(place)}`}
        maxLength={LONGEST_NAME}
        flex={1}
        value={part.name}
        onChange={(event) => {
          onChange({ ...part, name: event.currentTarget.value });
        }}
      />
      <TextInput
        aria-label={`Size of part ${String(place)}`}
        placeholder="80% or 500"
        w={130}
        value={part.size}
        error={part.size !== "" && partOf({ ...part, name: "x" }) === null}
        onChange={(event) => {
          onChange({ ...part, size: event.currentTarget.value });
        }}
      />
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={`Remove part ${String(place)}`}
        onClick={onRemove}
      >
        <IconX size={16} />
      </ActionIcon>
    </Group>
  );
}
