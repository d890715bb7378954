import { Table } from "@mantine/core";

interface TableHeadProps {
  readonly left: readonly string[];
  /** Columns of numbers. */
  readonly right?: readonly string[];
}

/** The head of a table: columns of words, then columns of numbers. */
export function TableHead({ left, right = [] }: TableHeadProps) {
  return (
    <Table.Thead>
      <Table.Tr>
        {left.map((name) => (
          <Table.Th key={name} scope="col">
            {name}
          </Table.Th>
        ))}
        {right.map((name) => (
          <Table.Th key={name} scope="col" ta="right">
            {name}
          </Table.Th>
        ))}
      </Table.Tr>
    </Table.Thead>
  );
}
