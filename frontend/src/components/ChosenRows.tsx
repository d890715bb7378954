import { Button, Checkbox, Group, Text } from "@mantine/core";
import type { ReactNode } from "react";

import { count } from "./format";
import type { Column } from "./PagedTable";
import type { ChosenRows } from "./useChosenRows";

/** Chooses one row of a table. */
function RowCheckbox<Row extends { id: number }>({
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
function AllRowsCheckbox<Row extends { id: number }>({
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

/** The column in which rows are chosen. `nameOf` says which one it is; null: it can't be. */
export function choiceColumn<Row extends { id: number }>(
  chosen: ChosenRows<Row>,
  nameOf: (row: Row) => string | null,
): Column<Row> {
  return {
    key: "chosen",
    isFixed: true,
    header: <AllRowsCheckbox chosen={chosen} label="Choose all on this page" />,
    width: 48,
    render: (row) => {
      const name = nameOf(row);
      return name !== null && <RowCheckbox chosen={chosen} row={row} label={`Choose ${name}`} />;
    },
  };
}

interface ChosenBarProps<Row extends { id: number }> {
  readonly chosen: ChosenRows<Row>;
  /** What a row is. */
  readonly noun: string;
  /** What can be done with them. */
  readonly children: ReactNode;
}

/** What can be done with the chosen rows, as long as there are some. */
export function ChosenBar<Row extends { id: number }>(props: ChosenBarProps<Row>) {
  const { chosen, noun, children } = props;
  if (chosen.rows.length === 0) return null;
  return (
    <Group gap="sm">
      <Text size="sm">{count(chosen.rows.length, noun)} chosen</Text>
      {children}
      <Button size="xs" variant="subtle" onClick={chosen.clear}>
        Choose none
      </Button>
    </Group>
  );
}
