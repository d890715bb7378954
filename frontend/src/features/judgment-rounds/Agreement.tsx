import { Card, Table, Text, Title } from "@mantine/core";

import type { Coefficient, Report } from "@/api/judgmentReports";
import { formatCoefficient, formatPercent } from "@/components/format";
import { ScrolledTable } from "@/components/ScrolledTable";
import { TableHead } from "@/components/TableHead";

/** How far the experts agreed before they met. */
export function Agreement({ report: { agreement, per_expert: experts } }: { report: Report }) {
  const names = new Map(experts.map(({ number, name }) => [number, name]));
  const nameOf = (number: number) => names.get(number) ?? `Expert ${number}`;
  return (
    <Card>
      <Title order={2}>Agreement before the meeting</Title>
      <Text size="sm" c="dimmed" mb="sm">
        Of first votes, one row for each answer. Intervals: 95%, by leaving out each answer in turn.
      </Text>
      <ScrolledTable label="Agreement" minWidth={420}>
        <Table aria-label="Agreement">
          <TableHead left={["Measure"]} right={["Value", "95% interval"]} />
          <Table.Tbody>
            <CoefficientRow name="Fleiss’ κ" found={agreement.fleiss_kappa} />
            <CoefficientRow
              name="Krippendorff’s α (nominal)"
              found={agreement.krippendorff_alpha}
            />
            <Table.Tr>
              <Table.Th scope="row" fw={500}>
                Same verdict, mean of pairs
              </Table.Th>
              <Table.Td ta="right" fw={600}>
                {agreement.observed === null ? "–" : formatPercent(agreement.observed)}
              </Table.Td>
              <Table.Td ta="right">–</Table.Td>
            </Table.Tr>
          </Table.Tbody>
        </Table>
      </ScrolledTable>
      {agreement.pairs.length > 0 && (
        <>
          <Title order={3} mt="lg" mb={4}>
            Pairs of experts
          </Title>
          <ScrolledTable label="Pairs of experts" minWidth={420}>
            <Table aria-label="Pairs of experts">
              <TableHead left={["Pair"]} right={["Answers", "Same verdict", "Cohen’s κ"]} />
              <Table.Tbody>
                {agreement.pairs.map(({ first, second, n, agreement: same, kappa }) => (
                  <Table.Tr key={`${first}-${second}`}>
                    <Table.Th scope="row" fw={500}>
                      {nameOf(first)} and {nameOf(second)}
                    </Table.Th>
                    <Table.Td ta="right">{n}</Table.Td>
                    <Table.Td ta="right">{formatPercent(same)}</Table.Td>
                    <Table.Td ta="right">{formatCoefficient(kappa)}</Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </ScrolledTable>
        </>
      )}
    </Card>
  );
}

function CoefficientRow({ name, found }: { readonly name: string; readonly found: Coefficient }) {
  const { value, low, high, reason } = found;
  return (
    <Table.Tr>
      <Table.Th scope="row" fw={500}>
        {name}
        {reason !== "" && (
          <Text size="xs" c="dimmed">
            {reason}
          </Text>
        )}
      </Table.Th>
      <Table.Td ta="right" fw={600}>
        {formatCoefficient(value)}
      </Table.Td>
      <Table.Td ta="right">
        {low === null || high === null
          ? "–"
          : `${formatCoefficient(low)} to ${formatCoefficient(high)}`}
      </Table.Td>
    </Table.Tr>
  );
}
