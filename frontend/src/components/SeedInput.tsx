import { NumberInput, type NumberInputProps } from "@mantine/core";

import { formatCount } from "./format";

/** The server takes this one wherever something is drawn. */
export const LARGEST_SEED = 2 ** 31 - 1;

export const SEED_RANGE = `a whole number from 0 to ${formatCount(LARGEST_SEED)}`;

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
      thousandSeparator={false}
      onChange={(typed) => onChange(typeof typed === "number" ? typed : "")}
      {...props}
    />
  );
}
