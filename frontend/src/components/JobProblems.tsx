import { Anchor, Box, Button, Group, Table, Text } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { type JobProblem, jobProblemsQuery } from "@/api/jobs";
import type { Job } from "@/api/types";

import { count, formatCount } from "./format";
import { QueryView } from "./QueryView";
import { ScrolledTable } from "./ScrolledTable";

/** What is said above the table: how much of all that was found is shown, and is listed at all. */
export function describeExtent(shown: number, listed: number, found: number): string {
  if (found > listed) {
    const more = formatCount(found - listed);
    return `The first ${formatCount(shown)} are shown. The table has ${formatCount(listed)}; ${more} more were found and are not listed.`;
  }
  return shown < listed
    ? `The first ${formatCount(shown)} of ${formatCount(listed)} are shown. The table has all.`
    : "";
}

/** What is wrong with a file, entry by entry. */
export function ProblemTable({ problems }: { problems: readonly JobProblem[] }) {
  return (
    <ScrolledTable label="Problems" minWidth={740}>
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
          {problems.map(({ line, field, problem, fix }, index) => (
            <Table.Tr key={index}>
              <Table.Td>{line ?? "–"}</Table.Td>
              <Table.Td style={{ overflowWrap: "anywhere" }}>{field}</Table.Td>
              <Table.Td>{problem}</Table.Td>
              <Table.Td>{fix}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrolledTable>
  );
}

/** How many problems a job has found, which opens them below; nothing if there are none. */
export function ProblemsOnDemand({ job }: { job: Job }) {
  const [isOpen, setOpen] = useState(false);
  if (job.problem_count === 0) return null;
  return (
    <>
      <Anchor
        component="button"
        type="button"
        size="sm"
        onClick={() => setOpen(!isOpen)}
        aria-expanded={isOpen}
      >
        {isOpen ? "Hide" : "Show"} {count(job.problem_count, "problem")}
      </Anchor>
      {isOpen && (
        <Box w="100%">
          <JobProblems job={job} />
        </Box>
      )}
    </>
  );
}

/** What was wrong with a file: where, what, and how to fix it. */
function JobProblems({ job }: { job: Job }) {
  const problems = useQuery(jobProblemsQuery(job.id));
  return (
    <QueryView query={problems}>
      {({ results, count }) => (
        <>
          <Group mt="sm" gap="md">
            <Button
              component="a"
              href={`/api/v1/jobs/${job.id}/problems.csv`}
              size="xs"
              variant="default"
              leftSection={<IconDownload size={14} aria-hidden />}
            >
              Download as a table
            </Button>
            <Text size="sm" c="dimmed">
              {describeExtent(results.length, count, job.problem_count)}
            </Text>
          </Group>
          <ProblemTable problems={results} />
        </>
      )}
    </QueryView>
  );
}
