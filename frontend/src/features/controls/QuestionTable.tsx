import { Button, Table } from "@mantine/core";
import type { ReactNode } from "react";

import { ScrolledTable } from "@/components/ScrolledTable";
import { TableHead } from "@/components/TableHead";

interface QuestionTableProps<Row> {
  readonly label: string;
  readonly columns: readonly {
    readonly header: string;
    readonly render: (row: Row) => ReactNode;
  }[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => number;
  /** What can be done with a row; `nameOf` says with which. */
  readonly action: string;
  readonly nameOf: (row: Row) => string;
  readonly onAct: (row: Row) => void;
}

/** Questions, and the way to take each out of the list. */
export function QuestionTable<Row>(props: QuestionTableProps<Row>) {
  const { label, columns, rows, rowKey, action, nameOf, onAct } = props;
  return (
    <ScrolledTable label={label} minWidth={560}>
      <Table aria-label={label}>
        <TableHead left={[...columns.map(({ header }) => header), "Change"]} />
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={rowKey(row)}>
              {columns.map(({ header, render }) => (
                <Table.Td key={header}>{render(row)}</Table.Td>
              ))}
              <Table.Td w={120}>
                <Button
                  variant="default"
                  size="compact-sm"
                  aria-label={`${action} ${nameOf(row)}`}
                  onClick={() => onAct(row)}
                >
                  {action}
                </Button>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrolledTable>
  );
}
