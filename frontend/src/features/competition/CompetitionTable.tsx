import { Anchor, Badge, Group, Select, Stack, Table, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";

import {
  type Competition,
  type CompetitionRow,
  type CompetitionTable as Results,
  competitionTableQuery,
} from "@/api/competitions";
import type { ProjectKind } from "@/api/types";
import { formatInterval, formatMetric, fullName } from "@/components/metricWords";
import { QueryView } from "@/components/QueryView";
import { ScopeLine } from "@/components/ScopeLine";
import { ScrolledTable } from "@/components/ScrolledTable";
import { useListParams } from "@/components/useListParams";
import { useKind } from "@/kinds/useKind";

import classes from "./competition.module.css";
import { describeFigures, formatParameters } from "./phaseWords";

/** Pixels that columns need at least: a phone shows two figures before the table scrolls. */
const TEAM_WIDTH = 174;
const FIGURE_WIDTH = 80;
const PARAMETERS_WIDTH = 92;

const LINKS = [
  ["paper_url", "Paper"],
  ["code_url", "Code"],
  ["model_url", "Model"],
] as const;

/** The figure that decides, then the others that people compare. */
function shownMetrics({ metric, metrics }: Results, main: readonly string[]): readonly string[] {
  return [metric, ...main.filter((name) => name !== metric && metrics.includes(name))];
}

function TeamCell({ row }: { row: CompetitionRow }) {
  return (
    <>
      <Text component="div" fw={550} size="sm" className={classes.name}>
        {row.team === "" ? row.system : row.team}{" "}
        {row.team === "" && (
          <Badge size="sm" color="gray">
            Baseline
          </Badge>
        )}
      </Text>
      {row.team !== "" && (
        <Text size="sm" className={classes.name}>
          {row.system}
        </Text>
      )}
      <Group gap="sm">
        {LINKS.filter(([field]) => row[field] !== "").map(([field, label]) => (
          <Anchor key={field} href={row[field]} size="xs" rel="noreferrer">
            {label}
          </Anchor>
        ))}
      </Group>
    </>
  );
}

function Row({ row, metrics }: { row: CompetitionRow; metrics: readonly string[] }) {
  return (
    <Table.Tr>
      <Table.Td>{row.rank ?? "–"}</Table.Td>
      <Table.Th scope="row" fw={400}>
        <TeamCell row={row} />
      </Table.Th>
      {metrics.map((metric, index) => {
        const interval = row.intervals[metric];
        return (
          <Table.Td key={metric} ta="right">
            <Text size="sm" fw={index === 0 ? 600 : 400}>
              {formatMetric(metric, row.metrics[metric])}
            </Text>
            {interval != null && (
              <Text size="xs" c="dimmed" className={classes.interval}>
                {formatInterval(metric, interval)}
              </Text>
            )}
          </Table.Td>
        );
      })}
      <Table.Td ta="right">
        {row.model_parameters === null ? "–" : formatParameters(row.model_parameters)}
      </Table.Td>
    </Table.Tr>
  );
}

function Rows({ table, kind }: { table: Results; kind: ProjectKind }) {
  const { metrics: main, scope } = useKind(kind);
  const metrics = shownMetrics(table, main);
  const hasIntervals = table.rows.some(({ intervals }) => intervals[table.metric] != null);
  return (
    <Stack gap="sm">
      <Text size="sm">{describeFigures(table)}</Text>
      <ScrolledTable
        label="the table"
        minWidth={TEAM_WIDTH + metrics.length * FIGURE_WIDTH + PARAMETERS_WIDTH}
      >
        <Table aria-label="Results" verticalSpacing="xs" fz="sm" className={classes.table}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th w={44}>Rank</Table.Th>
              <Table.Th className={classes.team}>Team and system</Table.Th>
              {metrics.map((metric) => (
                <Table.Th key={metric} ta="right">
                  {fullName(metric)}
                </Table.Th>
              ))}
              <Table.Th ta="right">Parameters</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {table.rows.map((row) => (
              <Row key={`${row.team}/${row.system}`} row={row} metrics={metrics} />
            ))}
          </Table.Tbody>
        </Table>
      </ScrolledTable>
      <Text size="sm" c="dimmed">
        In per cent. {fullName(table.metric)} decides the order.
        {hasIntervals && " Below a figure is its 95% interval."}
      </Text>
      {hasIntervals && <ScopeLine words={scope} />}
    </Stack>
  );
}

/** The table of a phase, which the address names, and its files for programs. */
export function CompetitionTable({ competition }: { readonly competition: Competition }) {
  const { project: slug, kind, phases } = competition;
  const { filters, setFilter } = useListParams(["phase"] as const);
  const table = useQuery(competitionTableQuery(slug, filters.phase));
  return (
    <QueryView query={table}>
      {(found) => {
        const address = `/api/v1/projects/${slug}/competition/table`;
        const asked = found.phase === null ? "" : `?phase=${found.phase}`;
        return (
          <Stack gap="md">
            {phases.length > 1 && found.phase !== null && (
              <Select
                label="Phase"
                className={classes.phase}
                allowDeselect={false}
                data={phases.map(({ number, name }) => ({ value: String(number), label: name }))}
                value={String(found.phase)}
                onChange={(value) => {
                  setFilter("phase", value ?? "");
                }}
              />
            )}
            {found.missing !== "" && <Text size="sm">{found.missing}</Text>}
            {found.missing === "" && found.rows.length === 0 && (
              <Text size="sm">No team has a score in this phase yet.</Text>
            )}
            {found.rows.length > 0 && (
              <>
                <Rows table={found} kind={kind} />
                <Group gap="md">
                  <Anchor href={`${address}.csv${asked}`} size="sm" download>
                    Download as CSV
                  </Anchor>
                  <Anchor href={`${address}/${asked}`} size="sm">
                    JSON
                  </Anchor>
                </Group>
              </>
            )}
          </Stack>
        );
      }}
    </QueryView>
  );
}
