import { Alert, Group, Loader, Stack, Table, Text } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";

import type { QueryPreview } from "@/api/queryLogs";
import { ErrorAlert } from "@/components/ErrorAlert";
import { formatCount } from "@/components/format";
import { ProblemTable } from "@/components/JobProblems";
import { ScrolledTable } from "@/components/ScrolledTable";

/** Whether an import of this log would end without a query. */
export function isRefused({ layout, queries, problems }: QueryPreview): boolean {
  return layout === null || (queries.length === 0 && problems.length === 0);
}

/** How a log is read, in one or two sentences. */
export function describeLayout({ layout, columns, ignored }: QueryPreview): string {
  const read = columns.map(({ field, name }) => `${field} from “${name}”`).join(", ");
  const sentences = [read === "" ? `Read as ${layout}.` : `Read as ${layout}: ${read}.`];
  if (ignored.length > 0) sentences.push(`Not read: ${ignored.join(", ")}.`);
  return sentences.join(" ");
}

function FirstQueries({ preview }: { preview: QueryPreview }) {
  if (preview.queries.length === 0) {
    return preview.problems.length === 0 ? <Text size="sm">The file has no queries.</Text> : null;
  }
  return (
    <ScrolledTable label="First queries" minWidth={420}>
      <Table aria-label="First queries" verticalSpacing={6} fz="sm">
        <Table.Thead>
          <Table.Tr>
            <Table.Th w={70}>Line</Table.Th>
            <Table.Th>Query</Table.Th>
            <Table.Th w={110}>Issued</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {preview.queries.map(({ line, text, count }) => (
            <Table.Tr key={line}>
              <Table.Td>{line}</Table.Td>
              <Table.Td style={{ overflowWrap: "anywhere" }}>{text}</Table.Td>
              <Table.Td>{formatCount(count)}×</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrolledTable>
  );
}

/** The first queries of the chosen log as they would be imported, or why none can be. */
export function QueryPreviewCard({
  preview,
}: {
  preview: Pick<UseQueryResult<QueryPreview>, "data" | "error">;
}) {
  if (preview.error !== null) {
    return <ErrorAlert error={preview.error} title="There is no preview of this file" withFields />;
  }
  if (preview.data === undefined) {
    return (
      <Group gap="xs" role="status">
        <Loader size="xs" aria-hidden />
        <Text size="sm">Reading the first queries</Text>
      </Group>
    );
  }
  const { data } = preview;
  return (
    <Stack gap="xs" role="group" aria-label="Preview">
      {data.layout === null ? (
        <Alert color="brick" role="alert" title="This file can’t be imported">
          Change it as the table says, and choose it again.
        </Alert>
      ) : (
        <Text size="sm">{describeLayout(data)}</Text>
      )}
      <FirstQueries preview={data} />
      {data.problems.length > 0 && <ProblemTable problems={data.problems} />}
    </Stack>
  );
}
