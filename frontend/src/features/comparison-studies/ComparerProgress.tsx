import { Progress, Table, Text } from "@mantine/core";

import type { Study } from "@/api/comparisons";
import { formatCount } from "@/components/format";
import { ScrolledTable } from "@/components/ScrolledTable";

/** How far everybody has come. */
export function ComparerProgress({ comparers }: { comparers: Study["comparers"] }) {
  return (
    <ScrolledTable label="Progress per comparer" minWidth={480}>
      <Table aria-label="Progress per comparer" verticalSpacing="xs" maw={640}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">Comparer</Table.Th>
            <Table.Th scope="col" w={260}>
              Compared
            </Table.Th>
            <Table.Th scope="col" ta="right" w={120}>
              Pairs
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {comparers.map(({ number, name, done, total }) => (
            <Table.Tr key={number}>
              <Table.Td>
                <Text size="sm">{name}</Text>
              </Table.Td>
              <Table.Td>
                <Progress
                  value={total === 0 ? 0 : (done / total) * 100}
                  aria-label={`Progress of ${name}`}
                />
              </Table.Td>
              <Table.Td ta="right">
                {formatCount(done)} of {formatCount(total)}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrolledTable>
  );
}
