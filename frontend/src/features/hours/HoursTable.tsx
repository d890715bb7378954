import { Card, Table, Text } from "@mantine/core";

import type { Hours } from "@/api/hours";
import { formatCount, formatDate } from "@/components/format";
import { ScrolledTable } from "@/components/ScrolledTable";

import { formatHours, formatMoney } from "./money";

const NAME_WIDTH = 190;
const COLUMN_WIDTH = 100;

/** Hours of each person: all of them, their cost, and those of each week. */
export function HoursTable({ hours }: { readonly hours: Hours }) {
  const { people, weeks, pay } = hours;
  const columns = ["Annotations", "Training", "Comparing", "Hours", ...(pay ? ["Cost"] : [])];
  const width = NAME_WIDTH + COLUMN_WIDTH * (columns.length + weeks.length);
  return (
    <Card padding={0} mt="lg">
      <ScrolledTable label="Hours" minWidth={width}>
        <Table aria-label="Hours" highlightOnHover layout="fixed">
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col" w={NAME_WIDTH}>
                Person
              </Table.Th>
              {columns.map((name) => (
                <Table.Th key={name} scope="col" ta="right">
                  {name}
                </Table.Th>
              ))}
              {weeks.map((monday) => (
                <Table.Th key={monday} scope="col" ta="right">
                  {formatDate(monday)}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {people.map(({ id, name, work, cost, weeks: seconds }) => (
              <Table.Tr key={id}>
                <Table.Th scope="row" fw={500}>
                  {name}
                </Table.Th>
                <Table.Td ta="right">
                  {formatCount(work.annotations)}
                  {work.untimed > 0 && (
                    <Text size="xs" c="dimmed">
                      {formatCount(work.untimed)} not timed
                    </Text>
                  )}
                </Table.Td>
                <Table.Td ta="right">{formatHours(work.training)}</Table.Td>
                <Table.Td ta="right">{formatHours(work.comparing)}</Table.Td>
                <Table.Td ta="right" fw={550}>
                  {formatHours(work.annotating + work.training + work.comparing)}
                </Table.Td>
                {pay && <Table.Td ta="right">{formatMoney(cost, "")}</Table.Td>}
                {weeks.map((monday, place) => (
                  <Table.Td key={monday} ta="right">
                    {formatHours(seconds[place] ?? 0)}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrolledTable>
    </Card>
  );
}
