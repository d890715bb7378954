import { MultiSelect } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";

import { type Splits, splitsQuery } from "@/api/splits";

/** How exports name the examples without a split. */
const UNNAMED = "all";

function offered({ splits, hidden, is_steward }: Splits) {
  return splits
    .filter(({ name }) => is_steward || name === "" || name !== hidden)
    .map(({ name }) =>
      name === "" ? { value: UNNAMED, label: "Without a split" } : { value: name, label: name },
    );
}

interface SplitsChoiceProps {
  readonly slug: string;
  readonly value: readonly string[];
  readonly onChange: (splits: string[]) => void;
}

/** Limits a file to splits, where there is a choice. */
export function SplitsChoice({ slug, value, onChange }: SplitsChoiceProps) {
  const { data: splits } = useQuery(splitsQuery(slug));
  if (splits === undefined) return null;
  const choices = offered(splits);
  // Unnamed, the hidden split stays out, so that its stewards have a choice with it alone.
  const hasHidden = splits.is_steward && splits.hidden !== "";
  if (choices.length < 2 && !hasHidden) return null;
  const everything = splits.hidden === "" ? "All" : `All but ${splits.hidden}`;
  return (
    <MultiSelect
      size="sm"
      label="Splits"
      placeholder={value.length === 0 ? everything : undefined}
      data={choices}
      value={[...value]}
      onChange={onChange}
      clearable
    />
  );
}
