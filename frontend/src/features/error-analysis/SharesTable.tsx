import { Anchor, Card, Table, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";

import { type ErrorAnalysis, finishedAnalysesQuery } from "@/api/errorAnalyses";
import { formatShare } from "@/components/format";
import { ScopeOf } from "@/components/ScopeLine";
import { ScrolledTable } from "@/components/ScrolledTable";

import { analysesAddress, intervalOf, systemOf } from "./words";

/** The labels of all analyses, those of the newest first, each name once. */
function labelNames(analyses: readonly ErrorAnalysis[]): readonly string[] {
  return [...new Set(analyses.flatMap(({ labels }) => labels.map(({ name }) => name)))];
}

/** Both people’s labels count for each answer. */
function answersIn({ shares, labellers }: ErrorAnalysis): number {
  return (shares?.[0]?.total ?? 0) / labellers.length;
}

/** Shares of the labels, a row for each finished analysis of a system. */
export function SharesTable({ slug }: { readonly slug: string }) {
  const { data: finished = [] } = useQuery(finishedAnalysesQuery(slug));
  if (finished.length === 0) return null;
  const names = labelNames(finished);
  const hasIntervals = finished.some(({ shares }) => shares?.some(({ low }) => low !== null));
  return (
    <Card>
      <Title order={2} size="h3">
        Systems
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        The share of labellings with each label
        {hasIntervals && ", with its 95% interval"}. An answer can have several labels, so shares
        can add up to more than 100%.
      </Text>
      {hasIntervals && <ScopeOf what="labellers" />}
      <ScrolledTable label="the shares of the labels" minWidth={200 + names.length * 130}>
        <Table aria-label="Shares of the labels" verticalSpacing="xs" fz="sm">
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">System</Table.Th>
              {names.map((name) => (
                <Table.Th key={name} scope="col" ta="right">
                  {name}
                </Table.Th>
              ))}
              <Table.Th scope="col" ta="right">
                Answers
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {finished.map((analysis) => (
              <Table.Tr key={analysis.id}>
                <Table.Th scope="row" fw={500}>
                  <Anchor component={Link} to={analysesAddress(slug, String(analysis.id))} inherit>
                    {analysis.number}. {systemOf(analysis)}, {analysis.split}
                  </Anchor>
                </Table.Th>
                {names.map((name) => (
                  <ShareCell key={name} analysis={analysis} name={name} />
                ))}
                <Table.Td ta="right">{answersIn(analysis)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrolledTable>
    </Card>
  );
}

function ShareCell({
  analysis: { labels, shares },
  name,
}: {
  readonly analysis: ErrorAnalysis;
  readonly name: string;
}) {
  const share = shares?.[labels.findIndex((label) => label.name === name)];
  if (share === undefined) return <Table.Td ta="right">–</Table.Td>;
  return (
    <Table.Td ta="right">
      {formatShare(share.value)}
      <Text size="xs" c="dimmed">
        {intervalOf(share)}
      </Text>
    </Table.Td>
  );
}
