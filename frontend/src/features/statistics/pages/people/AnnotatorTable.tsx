import { Group, Stack, Text, Title } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { IconUsers } from "@tabler/icons-react";
import { useId } from "react";

import { AsOf } from "@/components/AsOf";
import { DownloadNumbers } from "@/components/charts/DownloadNumbers";
import { LinkButton } from "@/components/LinkButton";
import { ListFilter } from "@/components/ListFilter";
import { NoMatches } from "@/components/NoMatches";
import { PAGE_SIZE, PagedTable } from "@/components/PagedTable";
import { SavedViews } from "@/components/SavedViews";
import { SearchField } from "@/components/SearchField";
import { EmptyState } from "@/components/states";
import { useListParams } from "@/components/useListParams";
import { useTableColumns } from "@/components/useTableColumns";
import { wordOf } from "@/kinds/words";

import { useReportPlace } from "../../parts/ReportContext";
import type { Section } from "../../shape";
import { AnnotatorCard } from "./AnnotatorCells";
import { chosenRows, fileOf, type Row, rowsOf } from "./annotatorRows";
import { signalsByAnnotator, type SignalSummary } from "./signals";
import { useAnnotatorColumns } from "./useAnnotatorColumns";
import { useAnnotators } from "./useAnnotators";
import { usePanelAddress } from "./usePanelAddress";

const FILTERS = ["search", "signal", "membership", "ordering"] as const;
/** What the address says of the page beside the table. */
const APART = ["annotator"];
/** Where a table of seven columns is wider than the window. */
export const NARROW = "(max-width: 48em)";
const CARDS = 10;

const NOBODY: ReadonlyMap<string, readonly SignalSummary[]> = new Map();

const MEMBERSHIPS = [
  { value: "", label: "Everybody" },
  { value: "members", label: "Members" },
  { value: "others", label: "Left or imported" },
];

/** With which signals people are shown. */
function signalChoices(signals: ReadonlyMap<string, readonly SignalSummary[]>) {
  const found = new Set([...signals.values()].flat().map(({ measure }) => measure));
  return [
    { value: "", label: "With or without signal" },
    { value: "any", label: "With a signal" },
    { value: "none", label: "Without a signal" },
    ...[...found].map((measure) => ({ value: measure, label: wordOf("people", measure).label })),
  ];
}

/** Everybody who annotates: who needs help and why, and how much and how fast they work. */
export function AnnotatorTable({ section }: { readonly section: Section | null }) {
  const { slug } = useReportPlace();
  const { query, byKey, nameOf, isPending } = useAnnotators();
  const list = useListParams(FILTERS);
  const isNarrow = useMediaQuery(NARROW, false, { getInitialValueInEffect: false });
  const addressOf = usePanelAddress();
  const heading = useId();
  const report = section?.tables.find(({ name }) => name === "annotators");
  const signals = section === null ? NOBODY : signalsByAnnotator(section);
  const all = useAnnotatorColumns({
    report,
    hasControls: [...byKey.values()].some(({ controls }) => controls !== null),
    isJudged: isJudged(section),
    addressOf,
  });
  const table = useTableColumns(all);
  const columns = all.filter((column) => table.columns.includes(column));
  const everybody = rowsOf(byKey, signals, report, nameOf);
  const rows = chosenRows(everybody, list.filters, all);
  const perPage = isNarrow ? CARDS : PAGE_SIZE;
  const page = Math.min(list.page, Math.max(1, Math.ceil(rows.length / perPage)));
  const asOf = [...byKey.values()][0]?.as_of;
  if (everybody.length === 0) {
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
    <Stack component="section" gap="sm" aria-labelledby={heading}>
      <Stack gap={2}>
        <Title order={2} id={heading}>
          Annotators
        </Title>
        <Text size="sm" c="dimmed" maw={720}>
          {introduction(section, signals.size)}
        </Text>
      </Stack>
      <Group gap="sm" align="flex-end">
        <SearchField
          label="Search annotators"
          value={list.filters.search}
          onChange={(typed) => list.setFilter("search", typed)}
        />
        <ListFilter
          list={list}
          name="signal"
          label="Signals"
          width={210}
          data={signalChoices(signals)}
        />
        <ListFilter
          list={list}
          name="membership"
          label="Membership"
          width={160}
          data={MEMBERSHIPS}
        />
        <SavedViews slug={slug} table="statistics/people" apart={APART} />
        {table.choice}
        <DownloadNumbers
          fileName="annotators"
          title="Annotators"
          label="Download Annotators"
          data={fileOf(rows, columns)}
        />
      </Group>
      <PagedTable<Row>
        label="Annotators"
        query={{
          ...query,
          data: {
            count: rows.length,
            results: rows.slice((page - 1) * perPage, page * perPage),
          },
        }}
        columns={columns}
        order={list.order}
        rowKey={({ key }) => key}
        page={page}
        perPage={perPage}
        onPageChange={list.setPage}
        {...(isNarrow && {
          card: (row) => <AnnotatorCard row={row} columns={columns} to={addressOf(row.key)} />,
        })}
        empty={
          <NoMatches
            what="annotators"
            onShowAll={() => list.setFilters({ search: "", signal: "", membership: "" })}
          />
        }
      />
      {asOf !== undefined && <AsOf at={asOf} />}
    </Stack>
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
