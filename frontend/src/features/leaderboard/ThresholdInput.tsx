import { NumberInput, type NumberInputProps } from "@mantine/core";

import { USUAL_THRESHOLD } from "./words";

interface ThresholdInputProps extends Pick<NumberInputProps, "w"> {
  readonly value: number;
  readonly onChange: (value: number) => void;
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
      // While the field is empty, the usual number counts.
      defaultValue={value}
      onChange={(given) => {
        onChange(typeof given === "number" ? given : USUAL_THRESHOLD);
      }}
    />
  );
}
