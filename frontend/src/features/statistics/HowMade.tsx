import { Button, Popover, Stack, Table, Text } from "@mantine/core";
import { IconFingerprint } from "@tabler/icons-react";

import type { Report } from "@/api/statistics";
import { formatValue } from "@/components/figures/values";
import { formatCount, formatDate, formatDateTime } from "@/components/format";
import { TableHead } from "@/components/TableHead";

const BYTES_PER_MEBIBYTE = 1024 * 1024;

/** What a report is made from, so that somebody else comes to the same bytes. */
export function HowMade({ report }: { readonly report: Report }) {
  const facts: [string, string][] = [
    ["Computed", formatDateTime(report.created_at)],
    ["Day", formatDate(report.parameters.as_of)],
    ["Measure", `h with β = ${report.parameters.beta}`],
    ["Forecast", `${formatCount(report.parameters.resamples)} runs`],
    ["Seed", String(report.seed)],
    ["Code", report.code_version],
    ["Fingerprint", report.fingerprint],
  ];
  return (
    <Popover width={420} position="bottom-end" shadow="md" withArrow>
      <Popover.Target>
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          leftSection={<IconFingerprint size={15} aria-hidden />}
        >
          How it was made
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="sm">
          <Text size="sm">
            The same annotations, seed and code give the same figures to the last digit. Every
            interval is a 95% interval.
          </Text>
          <Table variant="vertical" verticalSpacing={4} aria-label="What the report is made from">
            <Table.Tbody>
              {facts.map(([name, value]) => (
                <Table.Tr key={name}>
                  <Table.Th scope="row">{name}</Table.Th>
                  <Table.Td style={{ overflowWrap: "anywhere" }}>{value}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
          <Table verticalSpacing={2} aria-label="What each stage took">
            <TableHead left={["Stage"]} right={["Time", "Peak memory"]} />
            <Table.Tbody>
              {report.stages.map(({ name, seconds, peak_bytes: bytes }) => (
                <Table.Tr key={name}>
                  <Table.Td>{name.replaceAll("_", " ")}</Table.Td>
                  <Table.Td ta="right">{formatValue(seconds, "seconds")}</Table.Td>
                  <Table.Td ta="right">{Math.round(bytes / BYTES_PER_MEBIBYTE)} MiB</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
