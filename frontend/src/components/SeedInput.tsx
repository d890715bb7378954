import { NumberInput, type NumberInputProps } from "@mantine/core";

const LARGEST_SEED = 2 ** 31 - 1;

export type Seed = number | "";

export function anySeed(): number {
  return Math.floor(Math.random() * (LARGEST_SEED + 1));
}

interface SeedInputProps extends Omit<NumberInputProps, "value" | "onChange"> {
  readonly value: Seed;
  /** Hears "" as long as what is typed is not a number. */
  readonly onChange: (seed: Seed) => void;
}

/** A seed: the same one draws the same. */
export function SeedInput({ onChange, ...props }: SeedInputProps) {
  return (
    <NumberInput
      label="Seed"
      min={0}
      max={LARGEST_SEED}
      allowDecimal={false}
      thousandSeparator={false}
      onChange={(typed) => onChange(typeof typed === "number" ? typed : "")}
      {...props}
    />
  );
}
