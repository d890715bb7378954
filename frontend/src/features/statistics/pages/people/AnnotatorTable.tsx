import { Anchor, Button, Card, Group, Stack, Table, Text, Title } from "@mantine/core";
import { IconUsers } from "@tabler/icons-react";
import { type ReactNode, useId, useState } from "react";
import { Link } from "react-router";

import type { Annotator } from "@/api/types";
import { useProject } from "@/api/useProject";
import { AsOf } from "@/components/AsOf";
import { DownloadNumbers } from "@/components/charts/DownloadNumbers";
import type { Cell, FigureData } from "@/components/charts/figureData";
import { ControlAgreement } from "@/components/ControlAgreement";
import { formatValue } from "@/components/figures/values";
import { formatCount, formatDate, formatDuration } from "@/components/format";
import { LinkButton } from "@/components/LinkButton";
import { RelativeTime } from "@/components/RelativeTime";
import { ScrolledTable } from "@/components/ScrolledTable";
import { EmptyState } from "@/components/states";
import { useKind } from "@/kinds/useKind";
import { wordOf } from "@/kinds/words";

import { statisticsAddress, useReportPlace } from "../../parts/ReportContext";
import type { Section, Table as ReportTable } from "../../shape";
import classes from "./AnnotatorTable.module.css";
import { GoldAgreement } from "./GoldAgreement";
import { describeSignal, signalsByAnnotator, type SignalSummary } from "./signals";
import { useAnnotators } from "./useAnnotators";

/** So many rows are shown until somebody asks for all; all with a signal always are. */
const FIRST = 10;
const LEAST_WIDTH = 900;
const LEAST_OF_COLUMN = 110;
/** What the list of annotators says anew, or what has a place of its own. */
const SAID_ELSEWHERE: ReadonlySet<string> = new Set([
  "annotator",
  "annotations",
  "null",
  "bad",
  "seconds",
  "reasons",
]);

const NOBODY: ReadonlyMap<string, readonly SignalSummary[]> = new Map();

/** An annotator with what the report says of them. */
interface Row {
  readonly key: string;
  readonly signals: readonly SignalSummary[];
  /** What they have done until now; nothing of people who have left the project. */
  readonly annotator: Annotator | undefined;
  readonly reported: readonly Cell[];
}

interface TableColumn {
  readonly key: string;
  readonly header: ReactNode;
  readonly isNumber: boolean;
  readonly render: (row: Row) => ReactNode;
}

/** People with signals first, the most urgent before the others; then everybody else. */
function rowsOf(
  annotators: ReadonlyMap<string, Annotator>,
  signals: ReadonlyMap<string, readonly SignalSummary[]>,
  report: ReportTable | undefined,
): Row[] {
  const reported = new Map((report?.rows ?? []).map((row) => [String(row[0]), row]));
  const keys = new Set([...signals.keys(), ...annotators.keys(), ...reported.keys()]);
  return [...keys].map((key) => ({
    key,
    signals: signals.get(key) ?? [],
    annotator: annotators.get(key),
    reported: reported.get(key) ?? [],
  }));
}

/** Everybody who annotates: who needs help and why, and how much and how fast they work. */
export function AnnotatorTable({ section }: { readonly section: Section | null }) {
  const { byKey, nameOf, isPending } = useAnnotators();
  const { kind } = useProject();
  const { annotatorColumns } = useKind(kind);
  const place = useReportPlace();
  const [showsAllRows, setShowsAllRows] = useState(false);
  const [showsAllColumns, setShowsAllColumns] = useState(false);
  const heading = useId();
  const report = section?.tables.find(({ name }) => name === "annotators");
  const signals = section === null ? NOBODY : signalsByAnnotator(section);
  const rows = rowsOf(byKey, signals, report);
  const shownRows = showsAllRows ? rows : rows.slice(0, Math.max(FIRST, signals.size));
  const further = furtherColumns(report);
  const addressOf = (key: string) => statisticsAddress(place, "people", { annotator: key });
  const own: TableColumn[] = annotatorColumns.map(({ key, header, align, render }) => ({
    key,
    header,
    isNumber: align === "right",
    render: ({ annotator }) => (annotator === undefined ? "–" : render(annotator)),
  }));
  const hasControls = [...byKey.values()].some(({ controls }) => controls !== null);
  const columns: TableColumn[] = [
    {
      key: "name",
      header: "Annotator",
      isNumber: false,
      render: ({ key, annotator }) => (
        <Name name={nameOf(key)} annotator={annotator} to={addressOf(key)} />
      ),
    },
    {
      key: "submitted",
      header: "Submitted",
      isNumber: true,
      render: ({ annotator }) => (annotator === undefined ? "–" : formatCount(annotator.submitted)),
    },
    ...own,
    {
      key: "seconds",
      header: "Median time",
      isNumber: true,
      render: ({ annotator }) => formatDuration(annotator?.seconds_median ?? null),
    },
    {
      key: "last",
      header: "Last submitted",
      isNumber: true,
      render: ({ annotator }) =>
        annotator?.last_at == null ? "–" : <RelativeTime at={annotator.last_at} />,
    },
    ...(showsAllColumns || hasControls ? [CONTROLS] : []),
    ...(showsAllColumns ? [OPEN, GOLD, ...further] : []),
  ];
  const asOf = [...byKey.values()][0]?.as_of;
  if (rows.length === 0) {
    return isPending ? null : (
      <EmptyState
        icon={IconUsers}
        title="No annotators yet"
        action={<LinkButton to="../members">Add members</LinkButton>}
      >
        Add annotators, and their work appears here.
      </EmptyState>
    );
  }
  return (
    <Card component="section" aria-labelledby={heading}>
      <Group justify="space-between" align="flex-start" mb="sm">
        <Stack gap={2} flex="1 1 15rem">
          <Title order={2} id={heading}>
            Annotators
          </Title>
          <Text size="sm" c="dimmed" maw={720}>
            {introduction(section, signals.size)}
          </Text>
        </Stack>
        <DownloadNumbers
          fileName="annotators"
          title="Annotators"
          label="Download Annotators"
          data={fileOf(rows, nameOf, report)}
        />
      </Group>
      <ScrolledTable
        label="Annotators"
        minWidth={LEAST_WIDTH + further.length * (showsAllColumns ? LEAST_OF_COLUMN : 0)}
      >
        <Table id={`${heading}-rows`} aria-labelledby={heading} verticalSpacing={8}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">Signal</Table.Th>
              {columns.map(({ key, header, isNumber }) => (
                <Table.Th key={key} scope="col" className={isNumber ? classes.number : undefined}>
                  {header}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {shownRows.map((row) => (
              <Table.Tr key={row.key} className={classes.row}>
                <Table.Td className={classes.signal}>
                  <Signals
                    signals={row.signals}
                    isKnown={isJudged(section)}
                    to={addressOf(row.key)}
                    name={nameOf(row.key)}
                  />
                </Table.Td>
                {columns.map(({ key, isNumber, render }) => (
                  <Table.Td key={key} className={isNumber ? classes.number : undefined}>
                    {render(row)}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrolledTable>
      <Group mt="sm" gap="sm" justify="space-between">
        <Group gap="sm">
          {shownRows.length < rows.length || showsAllRows ? (
            <Button
              size="xs"
              variant="default"
              aria-expanded={showsAllRows}
              aria-controls={`${heading}-rows`}
              onClick={() => setShowsAllRows(!showsAllRows)}
            >
              {showsAllRows ? "Show fewer people" : `Show all ${formatCount(rows.length)} people`}
            </Button>
          ) : null}
          {report !== undefined && (
            <Button
              size="xs"
              variant="default"
              aria-expanded={showsAllColumns}
              aria-controls={`${heading}-rows`}
              onClick={() => setShowsAllColumns(!showsAllColumns)}
            >
              {showsAllColumns ? "Show fewer columns" : "Show all columns"}
            </Button>
          )}
        </Group>
        {asOf !== undefined && <AsOf at={asOf} />}
      </Group>
    </Card>
  );
}

const OPEN: TableColumn = {
  key: "open",
  header: "Open",
  isNumber: true,
  render: ({ annotator }) => (annotator === undefined ? "–" : formatCount(annotator.open)),
};

const CONTROLS: TableColumn = {
  key: "controls",
  header: "Controls",
  isNumber: true,
  render: ({ annotator }) => <ControlAgreement result={annotator?.controls} of="control" />,
};

const GOLD: TableColumn = {
  key: "gold",
  header: "Agrees with decisions",
  isNumber: true,
  render: ({ annotator }) => <GoldAgreement gold={annotator?.gold} />,
};

/** The report's columns that the others don't say. */
function furtherColumns(report: ReportTable | undefined): TableColumn[] {
  return (report?.columns ?? []).flatMap(({ name, unit }, index) =>
    SAID_ELSEWHERE.has(name)
      ? []
      : [
          {
            key: `report-${name}`,
            header: wordOf("people", name).label,
            isNumber: true,
            render: ({ reported }: Row) => {
              const cell = reported[index] ?? null;
              return typeof cell === "string" ? cell : formatValue(cell, unit);
            },
          },
        ],
  );
}

/** Whether the report can say that somebody has no signal. */
function isJudged(section: Section | null): boolean {
  return (
    section?.figures.some(({ name, value }) => name === "to_look_at" && value !== null) ?? false
  );
}

function introduction(section: Section | null, found: number): string {
  const live = "Times are active times; pauses don’t count.";
  if (found > 0) {
    return `Who differs from the others, or from their own earlier work, by more than chance comes first, the most urgent at the top. There may be good reasons: look at the examples, then talk. ${live}`;
  }
  return isJudged(section)
    ? `Nobody differs from the others, or from before, by more than chance would explain. ${live}`
    : live;
}

interface NameProps {
  readonly name: string;
  readonly annotator: Annotator | undefined;
  readonly to: string;
}

function Name({ name, annotator, to }: NameProps) {
  const aliases =
    annotator === undefined
      ? []
      : [annotator.username === name ? null : annotator.username, annotator.pseudonym].filter(
          (part) => part !== null,
        );
  return (
    <Stack gap={0} align="flex-start">
      <Anchor component={Link} size="sm" fw={500} to={to}>
        {name}
      </Anchor>
      {aliases.length > 0 && (
        <Text size="xs" c="dimmed">
          {aliases.join(" · ")}
        </Text>
      )}
    </Stack>
  );
}

interface SignalsProps {
  readonly signals: readonly SignalSummary[];
  readonly isKnown: boolean;
  readonly to: string;
  readonly name: string;
}

function Signals({ signals, isKnown, to, name }: SignalsProps) {
  if (signals.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {isKnown ? "None" : "–"}
      </Text>
    );
  }
  return (
    <Stack gap={6} align="flex-start">
      {signals.map((signal) => (
        <Text size="sm" key={`${signal.measure}${String(signal.upwards)}`}>
          {describeSignal(signal)}
          {signal.since !== null && ` Since ${formatDate(signal.since)}.`}
        </Text>
      ))}
      <LinkButton
        to={to}
        variant="default"
        size="compact-sm"
        aria-label={`Look at examples of ${name}`}
      >
        Look at examples
      </LinkButton>
    </Stack>
  );
}

/** All columns of all people, with their names and keys. */
function fileOf(
  rows: readonly Row[],
  nameOf: (key: string) => string,
  report: ReportTable | undefined,
): FigureData {
  const columns = (report?.columns ?? []).slice(1);
  return {
    columns: [
      { header: "Signals" },
      { header: "Annotator" },
      { header: "Annotator (key)" },
      { header: "Submitted" },
      { header: "Open" },
      { header: "Last submitted" },
      ...columns.map(({ name }) => ({ header: `${wordOf("people", name).label} (report)` })),
    ],
    rows: rows.map(({ key, signals, annotator, reported }) => [
      signals.map(describeSignal).join(" "),
      nameOf(key),
      key,
      annotator?.submitted ?? null,
      annotator?.open ?? null,
      annotator?.last_at ?? null,
      ...columns.map((_, index) => reported[index + 1] ?? null),
    ]),
  };
}
