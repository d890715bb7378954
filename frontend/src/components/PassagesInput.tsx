import { NumberInput } from "@mantine/core";

interface PassagesInputProps {
  readonly value: number;
  readonly onChange: (value: number) => void;
}

/** How many passages of a retriever's file are the answer. */
export function PassagesInput({ value, onChange }: PassagesInputProps) {
  return (
    <NumberInput
      label="Passages"
      description="How many passages of a retriever’s file count as the answer"
      min={1}
      max={1000}
      // While the field is empty, one counts.
      defaultValue={value}
      onChange={(given) => {
        onChange(typeof given === "number" ? given : 1);
      }}
    />
  );
}
