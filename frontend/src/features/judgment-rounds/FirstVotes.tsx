import { Card, Table, Text, Title } from "@mantine/core";

import type { Verdict } from "@/api/judging";
import type { Report } from "@/api/judgmentReports";
import { count } from "@/components/format";
import { ScrolledTable } from "@/components/ScrolledTable";
import { TableHead } from "@/components/TableHead";
import { VERDICTS, VERDICT_WORDS } from "@/components/verdicts";

/** Each expert's first vote, and how the consensus differs. */
export function FirstVotes({ report }: { readonly report: Report }) {
  return (
    <Card>
      <Title order={2} mb="sm">
        Verdicts of each expert
      </Title>
      <ScrolledTable label="Verdicts of each expert" minWidth={460}>
        <Table aria-label="Verdicts of each expert">
          <VerdictHead first="Expert" />
          <Table.Tbody>
            {report.per_expert.map((expert) => (
              <Table.Tr key={expert.number}>
                <Table.Th scope="row" fw={500}>
                  {expert.name}
                </Table.Th>
                {VERDICTS.map((verdict) => (
                  <Table.Td key={verdict} ta="right">
                    {expert[verdict]}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrolledTable>
      <Title order={2} mt="xl">
        From first votes to consensus
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        Each first vote against the consensus; unchanged votes are on the diagonal. On{" "}
        {count(report.changed_majority, "answer")} the consensus differs from what most experts
        voted first.
      </Text>
      <ScrolledTable label="From first votes to consensus" minWidth={460}>
        <Table aria-label="From first votes to consensus">
          <VerdictHead first="First vote" prefix="Consensus: " />
          <Table.Tbody>
            {VERDICTS.map((from) => (
              <Table.Tr key={from}>
                <Table.Th scope="row" fw={500}>
                  {VERDICT_WORDS[from].name}
                </Table.Th>
                {VERDICTS.map((to) => (
                  <Table.Td key={to} ta="right" fw={from === to ? 600 : 400}>
                    {movedCount(report, from, to)}
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

function movedCount(report: Report, from: Verdict, to: Verdict): number {
  return report.moved.find((each) => each.from === from && each.to === to)?.count ?? 0;
}

function VerdictHead({ first, prefix = "" }: { readonly first: string; readonly prefix?: string }) {
  const right = VERDICTS.map((verdict) => prefix + VERDICT_WORDS[verdict].name);
  return <TableHead left={[first]} right={right} />;
}
