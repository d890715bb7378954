import { Table, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";

import { jobProblemsQuery } from "@/api/jobs";
import { formatCount } from "@/components/format";
import { QueryView } from "@/components/QueryView";

/** What was wrong with a file: where, what, and how to mend it. */
export function JobProblems({ id }: { id: string }) {
  const problems = useQuery(jobProblemsQuery(id));
  return (
    <QueryView query={problems}>
      {({ results, count }) => (
        <Table.ScrollContainer minWidth={560} type="native">
          <Table aria-label="Problems" mt="xs" verticalSpacing={6} fz="sm">
            <Table.Thead>
              <Table.Tr>
                <Table.Th w={70}>Line</Table.Th>
                <Table.Th w={180}>Field</Table.Th>
                <Table.Th>Problem</Table.Th>
                <Table.Th>What to do</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {results.map(({ line, field, problem, fix }, index) => (
                <Table.Tr key={index}>
                  <Table.Td>{line ?? "–"}</Table.Td>
                  <Table.Td style={{ overflowWrap: "anywhere" }}>{field}</Table.Td>
                  <Table.Td>{problem}</Table.Td>
                  <Table.Td>{fix}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
          {count > results.length && (
            <Text size="sm" c="dimmed" mt={6}>
              The first {formatCount(results.length)} of {formatCount(count)}.
            </Text>
          )}
        </Table.ScrollContainer>
      )}
    </QueryView>
  );
}
