import { Select } from "@mantine/core";

import type { ListParams } from "./useListParams";

export interface FilterChoice {
  value: string;
  label: string;
}

/** Choices of a filter: any, then each value by itself. */
export function withAny(any: string, values: readonly string[]): FilterChoice[] {
  return [{ value: "", label: any }, ...values.map((value) => ({ value, label: value }))];
}

interface ListFilterProps<Name extends string> {
  readonly list: ListParams<Name>;
  readonly name: NoInfer<Name>;
  readonly label: string;
  readonly width: number;
  readonly data: FilterChoice[];
}

/** One of a list's filters, kept in the address. */
export function ListFilter<Name extends string>(props: ListFilterProps<Name>) {
  const { list, name, label, width, data } = props;
  return (
    <Select
      aria-label={label}
      w={width}
      data={data}
      searchable={data.length > 8}
      value={list.filters[name]}
      onChange={(value) => list.setFilter(name, value ?? "")}
    />
  );
}
