import { Anchor, Badge, Group, Stack, Table, Text, UnstyledButton } from "@mantine/core";
import { IconArrowDown, IconArrowUp } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { Link } from "react-router";

import type { Leaderboard, PeopleRow, SystemRow } from "@/api/leaderboard";
import { ColumnsChoice } from "@/components/ColumnsChoice";
import { count, isClear } from "@/components/format";
import {
  describeExamples,
  describeThreshold,
  formatInterval,
  formatMetric,
  formatMetricDifference,
  fullName,
  metricOf,
  nameOfPeople,
} from "@/components/metricWords";
import { ReceiptButton } from "@/components/ReceiptButton";
import { RelativeTime } from "@/components/RelativeTime";
import { ScrolledTable } from "@/components/ScrolledTable";
import { useShownColumns } from "@/components/useShownColumns";
import { useKind } from "@/kinds/useKind";

import { BaselineBadge } from "./BaselineBadge";
import classes from "./leaderboard.module.css";
import { describeReferences } from "./referenceWords";

/** Pixels that a system's name and a score need at least. */
const SYSTEM_WIDTH = 150;
const SCORE_WIDTH = 96;

interface LeaderboardTableProps {
  readonly board: Leaderboard;
  readonly onOrder: (order: string) => void;
  /** Actions on a system; empty if there are none. */
  readonly actions?: (row: SystemRow) => ReactNode;
}

/** The order after a click: the greatest first, then the least. */
function nextOrder(metric: string, order: string): string {
  return order === metric ? `-${metric}` : metric;
}

function sortOf(metric: string, order: string): "ascending" | "descending" | "none" {
  if (order === metric) return "descending";
  return order === `-${metric}` ? "ascending" : "none";
}

function MetricHeading({
  metric,
  order,
  onOrder,
}: {
  metric: string;
  order: string;
  onOrder: (order: string) => void;
}) {
  const sort = sortOf(metric, order);
  const Arrow = sort === "ascending" ? IconArrowUp : IconArrowDown;
  return (
    <Table.Th ta="right" aria-sort={sort}>
      <UnstyledButton
        className={classes.heading}
        aria-label={fullName(metric)}
        onClick={() => {
          onOrder(nextOrder(metric, order));
        }}
      >
        {sort !== "none" && <Arrow size={14} aria-hidden />}
        {metricOf(metric).label}
      </UnstyledButton>
    </Table.Th>
  );
}

/** Headings above the metrics, if a data set has two kinds of answers. */
function PartHeadings({ metrics }: { metrics: readonly string[] }) {
  const parts = new Map<string, number>();
  for (const metric of metrics) {
    const part = metricOf(metric).part ?? "";
    parts.set(part, (parts.get(part) ?? 0) + 1);
  }
  if (parts.has("")) return null;
  return (
    <Table.Tr>
      <Table.Td />
      {[...parts].map(([part, width]) => (
        <Table.Th key={part} colSpan={width} scope="colgroup" ta={width === 1 ? "right" : "center"}>
          <span className={classes.part}>{part}</span>
        </Table.Th>
      ))}
    </Table.Tr>
  );
}

interface SystemProps {
  readonly slug: string;
  readonly row: SystemRow;
  /** The system that all others are compared with, by its number. */
  readonly against: number | null;
  /** Whether the page says of all systems at once that their scores are against simulated ones. */
  readonly isAllSimulated: boolean;
  readonly actions?: ((row: SystemRow) => ReactNode) | undefined;
}

function System({ slug, row, against, isAllSimulated, actions }: SystemProps) {
  const isUncompared = against !== null && row.system !== against && row.differences === null;
  const changes = [
    ...(row.annotations_since ? [count(row.annotations_since, "annotation")] : []),
    ...(row.is_code_changed ? ["the scoring code"] : []),
  ];
  return (
    <Stack gap={2}>
      <Group gap="xs" wrap="nowrap" align="flex-start" justify="space-between">
        <Text fw={550} className={classes.name}>
          {row.name} <BaselineBadge baseline={row.baseline} />{" "}
          {!row.is_published && (
            <Badge size="sm" color="gray" variant="light">
              Hidden
            </Badge>
          )}
        </Text>
        {actions?.(row)}
      </Group>
      {describeThreshold(row.receipt.parameters.non_null_annotations).map((sentence) => (
        <Text key={sentence} size="xs" c="dimmed">
          {sentence}
        </Text>
      ))}
      {describeReferences(row.references).map((sentence) => (
        <Text key={sentence} size="xs" c="dimmed">
          {sentence}
        </Text>
      ))}
      {row.is_simulated && !isAllSimulated && (
        <Text size="xs" c="dimmed">
          Scored against simulated annotations
        </Text>
      )}
      {row.is_read_by_submitter && (
        <Text size="xs" c="dimmed">
          Disambig-F1 by the submitter’s own reader
        </Text>
      )}
      {isUncompared && (
        <Text size="xs" c="dimmed">
          Not compared: scored against other annotations, or with another threshold.
        </Text>
      )}
      {row.notes !== "" && (
        <Text size="xs" c="dimmed">
          {row.notes}
        </Text>
      )}
      {row.has_card && (
        <Anchor
          component={Link}
          to={`/projects/${slug}/leaderboard/systems/${row.system}/card`}
          size="xs"
        >
          Card
        </Anchor>
      )}
      <Text size="xs" c="dimmed">
        {describeExamples(row.examples)} · <RelativeTime at={row.scored_at} />
        {row.uploaded_by !== null && ` by ${row.uploaded_by}`} · <ReceiptButton score={row} />
      </Text>
      {changes.length > 0 && (
        <Text size="xs" c="dimmed">
          Changed since: {changes.join(", ")}
        </Text>
      )}
    </Stack>
  );
}

function IntervalLine({
  metric,
  interval,
}: {
  metric: string;
  interval: SystemRow["intervals"][string] | undefined;
}) {
  if (interval == null) return null;
  return (
    <Text size="xs" c="dimmed" className={classes.interval}>
      {formatInterval(metric, interval)}
    </Text>
  );
}

/** A score, its 95% interval, and how much better it is than the system compared with. */
function ScoreCell({ row, metric }: { row: SystemRow; metric: string }) {
  const compared = row.differences?.[metric];
  return (
    <Table.Td ta="right">
      {formatMetric(metric, row.metrics[metric])}
      <IntervalLine metric={metric} interval={row.intervals[metric]} />
      {compared !== undefined && (
        <Text size="xs" fw={isClear(compared) ? 600 : 400} className={classes.interval}>
          {formatMetricDifference(metric, compared)}
        </Text>
      )}
    </Table.Td>
  );
}

function People({ row, metrics }: { row: PeopleRow; metrics: readonly string[] }) {
  return (
    <Table.Tr className={classes.people}>
      <Table.Th scope="row" fw={400} fs="italic">
        {nameOfPeople(row.who, row.non_null_annotations)}
        <Text size="xs" c="dimmed" fs="normal">
          {[...describeReferences(row.references), describeExamples(row.examples)].join(" · ")}
        </Text>
      </Table.Th>
      {metrics.map((metric) => (
        <Table.Td key={metric} ta="right">
          {formatMetric(metric, row.metrics[metric])}
          <IntervalLine metric={metric} interval={row.intervals[metric]} />
        </Table.Td>
      ))}
    </Table.Tr>
  );
}

/** Systems in the order of a metric, and people's scores below them. */
export function LeaderboardTable({ board, onOrder, actions }: LeaderboardTableProps) {
  const { systems, people, missing_people: missing, order } = board;
  const main = useKind(board.kind).metrics.filter((name) => board.metrics.includes(name));
  const ordering = order.replace(/^-/, "");
  const { shown: metrics, choose } = useShownColumns(board.metrics, main, ordering);
  return (
    <Stack gap="sm">
      {board.metrics.length > main.length && (
        <ColumnsChoice
          columns={board.metrics.map((key) => ({
            key,
            label: metricOf(key).label,
            group: metricOf(key).part,
          }))}
          shown={metrics}
          main={main}
          ordering={ordering}
          onChoose={choose}
        />
      )}
      <ScrolledTable label="the leaderboard" minWidth={SYSTEM_WIDTH + metrics.length * SCORE_WIDTH}>
        <Table aria-label="Leaderboard" verticalSpacing="xs" fz="sm" className={classes.table}>
          <Table.Thead>
            <PartHeadings metrics={metrics} />
            <Table.Tr>
              <Table.Th className={classes.system}>System</Table.Th>
              {metrics.map((metric) => (
                <MetricHeading key={metric} metric={metric} order={order} onOrder={onOrder} />
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {systems.map((row) => (
              <Table.Tr key={row.system}>
                <Table.Th scope="row" fw={400}>
                  <System
                    slug={board.project}
                    row={row}
                    against={board.against}
                    isAllSimulated={board.is_simulated}
                    actions={actions}
                  />
                </Table.Th>
                {metrics.map((metric) => (
                  <ScoreCell key={metric} row={row} metric={metric} />
                ))}
              </Table.Tr>
            ))}
            {people.map((row) => (
              <People key={`${row.who}-${row.non_null_annotations}`} row={row} metrics={metrics} />
            ))}
          </Table.Tbody>
        </Table>
      </ScrolledTable>
      {missing.map(({ who, non_null_annotations: nonNull, reason }) => (
        <Text key={`${who}-${nonNull}`} size="sm" c="dimmed">
          {nameOfPeople(who, nonNull)}: {reason}
        </Text>
      ))}
      {systems.some(({ unannotated }) => unannotated > 0) && (
        <Text size="sm" c="dimmed">
          {count(Math.max(...systems.map(({ unannotated }) => unannotated)), "example")} of the
          split had no annotation yet when they were scored, and did not count.
        </Text>
      )}
    </Stack>
  );
}
