import { Table } from "@mantine/core";
import type { ReactNode } from "react";

interface ScrolledTableProps {
  /** What the table is called. */
  readonly label: string;
  /** In pixels; with less room, the table scrolls. */
  readonly minWidth: number;
  readonly children: ReactNode;
}

/** Room for a table without links or buttons: the arrow keys scroll it once Tab has come here. */
export function ScrolledTable({ label, minWidth, children }: ScrolledTableProps) {
  return (
    <Table.ScrollContainer
      minWidth={minWidth}
      type="native"
      role="region"
      aria-label={`Rows of ${label}`}
      tabIndex={0}
    >
      {children}
    </Table.ScrollContainer>
  );
}
