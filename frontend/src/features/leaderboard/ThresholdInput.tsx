import { NumberInput, type NumberInputProps } from "@mantine/core";

interface ThresholdInputProps extends Pick<NumberInputProps, "w"> {
  /** Null while the field is empty. */
  readonly value: number | null;
  readonly onChange: (value: number | null) => void;
}

/** How many annotations with an answer make an example answerable. */
export function ThresholdInput({ value, onChange, ...size }: ThresholdInputProps) {
  return (
    <NumberInput
      {...size}
      label="Annotations with an answer"
      description="An example with this many is answerable"
      min={1}
      max={1000}
      value={value ?? ""}
      onChange={(given) => {
        onChange(typeof given === "number" ? given : null);
      }}
    />
  );
}
