import { useListParams } from "./useListParams";

const NAMES = ["columns"] as const;
const BETWEEN = ",";

interface ShownColumns {
  readonly shown: readonly string[];
  readonly choose: (columns: readonly string[]) => void;
}

/** Which of a table's columns the address names, in their order; without any, the main ones. */
export function useShownColumns(
  all: readonly string[],
  main: readonly string[],
  /** The column that the rows are in the order of, which is always shown. */
  ordering = "",
): ShownColumns {
  const { filters, setFilter } = useListParams(NAMES);
  const named = filters.columns.split(BETWEEN).filter((name) => all.includes(name));
  const wanted = named.length > 0 ? named : main.filter((name) => all.includes(name));
  return {
    shown:
      wanted.length === 0 ? all : all.filter((name) => name === ordering || wanted.includes(name)),
    choose: (columns) => {
      const isMain = columns.length === main.length && main.every((name) => columns.includes(name));
      setFilter("columns", isMain ? "" : columns.join(BETWEEN));
    },
  };
}
