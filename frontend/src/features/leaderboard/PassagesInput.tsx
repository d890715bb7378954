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
      description="Of a file of passages, so many are the answer"
      min={1}
      max={1000}
      allowDecimal={false}
      value={value}
      onChange={(given) => {
        onChange(typeof given === "number" ? given : 1);
      }}
    />
  );
}
