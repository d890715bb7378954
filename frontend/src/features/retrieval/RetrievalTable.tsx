import { Badge, Stack, Table, Text } from "@mantine/core";
import type { ReactNode } from "react";

import type { EncoderRow, RetrievalFigure } from "@/api/retrieval";
import { formatSize } from "@/components/DropZone";
import { formatDifference, isClear } from "@/components/format";
import { RelativeTime } from "@/components/RelativeTime";
import { ScrolledTable } from "@/components/ScrolledTable";

import classes from "./retrieval.module.css";
import { formatEnds, formatFigure, formatSeconds, KINDS, METRICS, metricName } from "./words";

interface RetrievalTableProps {
  readonly encoders: readonly EncoderRow[];
  /** What can be done with an encoder; nothing where nothing can. */
  readonly actions?: ((row: EncoderRow) => ReactNode) | undefined;
}

function Encoder({ row }: { readonly row: EncoderRow }) {
  return (
    <Stack gap={2}>
      <Text fw={550}>
        {row.name}{" "}
        {!row.is_published && (
          <Badge size="sm" color="gray" variant="light">
            Hidden
          </Badge>
        )}
      </Text>
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

function FigureCell({ figure }: { readonly figure: RetrievalFigure | undefined }) {
  if (figure === undefined) return <Table.Td ta="right">–</Table.Td>;
  const ends = formatEnds(figure.interval);
  return (
    <Table.Td ta="right">
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
    </Table.Td>
  );
}

/** Encoders on the same questions: the paper's figures, and what they cost. */
export function RetrievalTable({ encoders, actions }: RetrievalTableProps) {
  return (
    <ScrolledTable label="the encoders" minWidth={1180}>
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
            {KINDS.map(({ key, label }) => (
              <Table.Th key={key} colSpan={METRICS.length} scope="colgroup" ta="center">
                {label}
              </Table.Th>
            ))}
            <Table.Th colSpan={3} scope="colgroup" ta="center">
              Cost
            </Table.Th>
            <Table.Td />
          </Table.Tr>
          <Table.Tr>
            <Table.Th miw={200}>Encoder</Table.Th>
            {KINDS.map(({ key, label }) =>
              METRICS.map((metric) => (
                <Table.Th
                  key={`${key}-${metric}`}
                  ta="right"
                  aria-label={`${metricName(metric)}, ${label.toLowerCase()}`}
                >
                  {metricName(metric)}
                </Table.Th>
              )),
            )}
            <Table.Th ta="right">Index</Table.Th>
            <Table.Th ta="right">Question</Table.Th>
            <Table.Th ta="right">Memory</Table.Th>
            <Table.Td />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {encoders.map((row) => (
            <Table.Tr key={row.id}>
              <Table.Th scope="row" fw={400}>
                <Encoder row={row} />
              </Table.Th>
              {KINDS.map(({ key }) =>
                METRICS.map((metric) => (
                  <FigureCell key={`${key}-${metric}`} figure={row[key][metric]} />
                )),
              )}
              <Table.Td ta="right">{formatSeconds(row.index_seconds)}</Table.Td>
              <Table.Td ta="right">{formatSeconds(row.question_seconds)}</Table.Td>
              <Table.Td ta="right">{formatSize(row.index_bytes)}</Table.Td>
              <Table.Td>{actions?.(row)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrolledTable>
  );
}
