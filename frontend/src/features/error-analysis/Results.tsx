import { Card, Table, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";

import { type ErrorResults, errorResultsQuery } from "@/api/errorAnalyses";
import { formatCoefficient, formatShare } from "@/components/format";
import { QueryView } from "@/components/QueryView";
import { ScopeOf } from "@/components/ScopeLine";
import { ScrolledTable } from "@/components/ScrolledTable";
import { TableHead } from "@/components/TableHead";

import { intervalOf } from "./words";

/** How many answers have which label, and how far two people agree. */
export function Results({ slug, id }: { readonly slug: string; readonly id: number }) {
  const results = useQuery(errorResultsQuery(slug, id));
  return (
    <QueryView query={results}>
      {(found) => (
        <Card>
          <Title order={2} size="h3">
            Labels
          </Title>
          <Text size="sm" c="dimmed" mb="sm" maw={720}>
            {found.method}
          </Text>
          {found.labels.some(({ share }) => share.low !== null) && <ScopeOf what="labellers" />}
          <ScrolledTable label="Labels" minWidth={520}>
            <Table aria-label="Labels">
              <TableHead
                left={["Label"]}
                right={[
                  "Share",
                  "Labellings",
                  ...(found.agreement ? ["Same", "Krippendorff’s α", "Cohen’s κ"] : []),
                ]}
              />
              <Table.Tbody>
                {found.labels.map(({ name, share, agreement }) => (
                  <Table.Tr key={name}>
                    <Table.Th scope="row" fw={500}>
                      {name}
                      <Text size="xs" c="dimmed">
                        {intervalOf(share)}
                      </Text>
                    </Table.Th>
                    <Table.Td ta="right" fw={600}>
                      {formatShare(share.value)}
                    </Table.Td>
                    <Table.Td ta="right">
                      {share.count} of {share.total}
                    </Table.Td>
                    {agreement && <AgreementCells agreement={agreement} />}
                  </Table.Tr>
                ))}
                {found.agreement && (
                  <Table.Tr>
                    <Table.Th scope="row" fw={500}>
                      All labels of an answer together
                    </Table.Th>
                    <Table.Td />
                    <Table.Td />
                    <AgreementCells agreement={found.agreement} />
                  </Table.Tr>
                )}
              </Table.Tbody>
            </Table>
          </ScrolledTable>
        </Card>
      )}
    </QueryView>
  );
}

function AgreementCells({
  agreement: { observed, krippendorff_alpha: alpha, pairs },
}: {
  readonly agreement: NonNullable<ErrorResults["agreement"]>;
}) {
  const { value, low, high, reason } = alpha;
  return (
    <>
      <Table.Td ta="right">{formatShare(observed)}</Table.Td>
      <Table.Td ta="right">
        {formatCoefficient(value)}
        <Text size="xs" c="dimmed">
          {low === null || high === null
            ? reason
            : `${formatCoefficient(low)} to ${formatCoefficient(high)}`}
        </Text>
      </Table.Td>
      <Table.Td ta="right">{formatCoefficient(pairs[0]?.kappa ?? null)}</Table.Td>
    </>
  );
}
