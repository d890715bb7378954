import { Button, Card, Progress, Table } from "@mantine/core";

import type { QueryFunnel, QueryStep } from "@/api/queryLogs";
import { count, formatCount, formatShare } from "@/components/format";
import { ScrolledTable } from "@/components/ScrolledTable";

import { STEPS } from "./steps";

/** How many queries entered and where they ended; each step opens its queries. */
export function FunnelCard({
  funnel,
  chosen,
  onChoose,
}: {
  funnel: QueryFunnel;
  chosen: QueryStep;
  onChoose: (step: QueryStep) => void;
}) {
  const issuedInAll = funnel.steps.reduce((sum, { issued }) => sum + issued, 0);
  return (
    <Card padding="md">
      <ScrolledTable label="the funnel" minWidth={520}>
        <Table aria-label="Funnel" verticalSpacing="xs">
          <Table.Caption>
            Issued {count(issuedInAll, "time")}: {count(funnel.queries, "query", "queries")} after
            merging those with the same words.
          </Table.Caption>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">Step</Table.Th>
              <Table.Th scope="col" ta="right">
                Queries
              </Table.Th>
              <Table.Th scope="col" ta="right">
                Issued
              </Table.Th>
              <Table.Th scope="col" w="30%">
                Share
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {funnel.steps.map(({ step, queries, issued }) => (
              <Table.Tr key={step}>
                <Table.Th scope="row" fw={500}>
                  <Button
                    variant={step === chosen ? "light" : "subtle"}
                    size="compact-sm"
                    aria-pressed={step === chosen}
                    disabled={queries === 0}
                    onClick={() => onChoose(step)}
                  >
                    {STEPS[step].title}
                  </Button>
                </Table.Th>
                <Table.Td ta="right">{formatCount(queries)}</Table.Td>
                <Table.Td ta="right">{formatCount(issued)}</Table.Td>
                <Table.Td>
                  <Progress
                    value={(queries / funnel.queries) * 100}
                    aria-label={`${STEPS[step].title}: ${formatShare(queries / funnel.queries)}`}
                  />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrolledTable>
    </Card>
  );
}
