import { Checkbox } from "@mantine/core";

import type { ChosenRows } from "./useChosenRows";

/** Chooses one row of a table. */
export function RowCheckbox<Row extends { id: number }>({
  chosen,
  row,
  label,
}: {
  chosen: ChosenRows<Row>;
  row: Row;
  label: string;
}) {
  return (
    <Checkbox
      aria-label={label}
      checked={chosen.has(row)}
      onChange={(event) => chosen.set(row, event.currentTarget.checked)}
    />
  );
}

/** Chooses all shown rows of a table, or none. */
export function AllRowsCheckbox<Row extends { id: number }>({
  chosen,
  label,
}: {
  chosen: ChosenRows<Row>;
  label: string;
}) {
  return (
    <Checkbox
      aria-label={label}
      checked={chosen.isAll}
      indeterminate={chosen.rows.length > 0 && !chosen.isAll}
      onChange={(event) => chosen.setAll(event.currentTarget.checked)}
    />
  );
}
