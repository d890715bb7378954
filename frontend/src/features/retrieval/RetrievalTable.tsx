import { Badge, Group, Stack, Table, Text } from "@mantine/core";
import type { ReactNode } from "react";

import type { EncoderRow, RetrievalFigure } from "@/api/retrieval";
import { ColumnsChoice } from "@/components/ColumnsChoice";
import { formatSize } from "@/components/DropZone";
import { formatDifference, isClear } from "@/components/format";
import { RelativeTime } from "@/components/RelativeTime";
import { ScrolledTable } from "@/components/ScrolledTable";
import { useShownColumns } from "@/components/useShownColumns";

import classes from "./retrieval.module.css";
import { formatEnds, formatFigure, formatSeconds, KINDS, METRICS, metricName } from "./words";

interface RetrievalTableProps {
  readonly encoders: readonly EncoderRow[];
  /** What can be done with an encoder; nothing where nothing can. */
  readonly actions?: ((row: EncoderRow) => ReactNode) | undefined;
}

interface EncoderProps {
  readonly row: EncoderRow;
  readonly actions: RetrievalTableProps["actions"];
}

function Encoder({ row, actions }: EncoderProps) {
  return (
    <Stack gap={2}>
      <Group gap="xs" wrap="nowrap" align="flex-start" justify="space-between">
        <Text fw={550} className={classes.name}>
          {row.name}{" "}
          {!row.is_published && (
            <Badge size="sm" color="gray" variant="light">
              Hidden
            </Badge>
          )}
        </Text>
        {actions?.(row)}
      </Group>
      <Text size="xs" c="dimmed">
        <RelativeTime at={row.scored_at} />
        {row.scored_by !== null && ` by ${row.scored_by}`} ·{" "}
        <abbr title={row.receipt.receipt}>receipt {row.receipt.receipt.slice(0, 12)}</abbr>
      </Text>
      {row.is_code_changed && (
        <Text size="xs" c="dimmed">
          Changed since: the ranking code
        </Text>
      )}
    </Stack>
  );
}

function Figure({ figure }: { readonly figure: RetrievalFigure | undefined }) {
  if (figure === undefined) return "–";
  const ends = formatEnds(figure.interval);
  return (
    <>
      {formatFigure(figure.value)}
      {ends !== null && (
        <Text size="xs" c="dimmed" className={classes.together}>
          {ends}
        </Text>
      )}
      {figure.difference !== null && (
        <Text size="xs" fw={isClear(figure.difference) ? 600 : 400} className={classes.together}>
          {formatDifference(figure.difference, formatFigure)}
        </Text>
      )}
    </>
  );
}

interface FigureColumn {
  readonly key: string;
  readonly group: string;
  readonly label: string;
  /** What the column is called where its group is not in sight. */
  readonly fullName: string;
  readonly cell: (row: EncoderRow) => ReactNode;
}

const COSTS = [
  ["index", "Index", (row: EncoderRow) => formatSeconds(row.index_seconds)],
  ["question", "Question", (row: EncoderRow) => formatSeconds(row.question_seconds)],
  ["memory", "Memory", (row: EncoderRow) => formatSize(row.index_bytes)],
] as const;

const COLUMNS: readonly FigureColumn[] = [
  ...KINDS.flatMap(({ key: kind, label: group }) =>
    METRICS.map((metric) => ({
      key: `${kind}-${metric}`,
      group,
      label: metricName(metric),
      fullName: `${metricName(metric)}, ${group.toLowerCase()}`,
      cell: (row: EncoderRow) => <Figure figure={row[kind][metric]} />,
    })),
  ),
  ...COSTS.map(([key, label, cell]) => ({ key, group: "Cost", label, fullName: label, cell })),
];
const KEYS = COLUMNS.map(({ key }) => key);
/** What people compare. */
const MAIN = KINDS.flatMap(({ key }) => [`${key}-mrr`, `${key}-r@1`]);

/** Pixels that an encoder's name and a figure need at least. */
const ENCODER_WIDTH = 150;
const FIGURE_WIDTH = 88;

/** Encoders on the same questions: the paper's figures, and what they cost. */
export function RetrievalTable({ encoders, actions }: RetrievalTableProps) {
  const { shown, choose } = useShownColumns(KEYS, MAIN);
  const columns = COLUMNS.filter(({ key }) => shown.includes(key));
  const groups = [...new Set(columns.map(({ group }) => group))];
  return (
    <Stack gap="sm">
      <ColumnsChoice columns={COLUMNS} shown={shown} main={MAIN} onChoose={choose} />
      <ScrolledTable label="the encoders" minWidth={ENCODER_WIDTH + columns.length * FIGURE_WIDTH}>
        <Table
          aria-label="Encoders"
          verticalSpacing="xs"
          horizontalSpacing="xs"
          fz="sm"
          className={classes.table}
        >
          <Table.Thead>
            <Table.Tr>
              <Table.Td />
              {groups.map((group) => (
                <Table.Th
                  key={group}
                  colSpan={columns.filter((column) => column.group === group).length}
                  scope="colgroup"
                  ta="center"
                >
                  {group}
                </Table.Th>
              ))}
            </Table.Tr>
            <Table.Tr>
              <Table.Th className={classes.encoder}>Encoder</Table.Th>
              {columns.map(({ key, label, fullName }) => (
                <Table.Th key={key} ta="right" aria-label={fullName}>
                  {label}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {encoders.map((row) => (
              <Table.Tr key={row.id}>
                <Table.Th scope="row" fw={400}>
                  <Encoder row={row} actions={actions} />
                </Table.Th>
                {columns.map(({ key, cell }) => (
                  <Table.Td key={key} ta="right">
                    {cell(row)}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrolledTable>
    </Stack>
  );
}
