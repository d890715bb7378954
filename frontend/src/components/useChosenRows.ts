import { useMemo, useState } from "react";

export interface ChosenRows<Row extends { id: number }> {
  /** Those of the shown rows that are chosen. */
  readonly rows: readonly Row[];
  readonly isAll: boolean;
  readonly has: (row: Row) => boolean;
  readonly set: (row: Row, isChosen: boolean) => void;
  readonly setAll: (isChosen: boolean) => void;
  readonly clear: () => void;
}

/** Which of a table's shown rows are chosen. What is no longer shown isn't. */
export function useChosenRows<Row extends { id: number }>(shown: readonly Row[]): ChosenRows<Row> {
  const [keys, setKeys] = useState<ReadonlySet<number>>(new Set());
  return useMemo(() => {
    const rows = shown.filter(({ id }) => keys.has(id));
    return {
      rows,
      isAll: shown.length > 0 && rows.length === shown.length,
      has: ({ id }) => keys.has(id),
      set: ({ id }, isChosen) => {
        const others = rows.map((row) => row.id).filter((key) => key !== id);
        setKeys(new Set(isChosen ? [...others, id] : others));
      },
      setAll: (isChosen) => setKeys(new Set(isChosen ? shown.map(({ id }) => id) : [])),
      clear: () => setKeys(new Set()),
    };
  }, [shown, keys]);
}
