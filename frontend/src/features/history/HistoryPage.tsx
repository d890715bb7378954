import { Anchor, Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { IconHistory } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";

import { historyQuery } from "@/api/history";
import { membersQuery } from "@/api/projects";
import type { HistoryEvent } from "@/api/types";
import { useProject } from "@/api/useProject";
import { CsvButton } from "@/components/CsvButton";
import { formatDateTime, formatTime, isDay } from "@/components/format";
import { LinkButton } from "@/components/LinkButton";
import { ListFilter } from "@/components/ListFilter";
import { NoMatches } from "@/components/NoMatches";
import { type Column, PagedTable, TwoLines } from "@/components/PagedTable";
import { PageHeader } from "@/components/PageHeader";
import { SavedViews } from "@/components/SavedViews";
import { SearchField } from "@/components/SearchField";
import { EmptyState } from "@/components/states";
import { useDocumentTitle } from "@/components/useDocumentTitle";
import { useListParams } from "@/components/useListParams";

import { type HistoryRow, rowsOf, saidIn, sentenceOf } from "./runs";

const FILTERS = ["search", "person", "kind", "verb", "example", "from", "to"] as const;

/** So many events are on a page, since runs of them are one row. */
const EVENTS = 100;

const KINDS = [
  { value: "", label: "Everything" },
  { value: "answers", label: "Answers" },
  { value: "queue", label: "Questions given out" },
  { value: "decisions", label: "Decisions and controls" },
  { value: "examples", label: "Examples and imports" },
  { value: "members", label: "Members" },
  { value: "training", label: "Training" },
  { value: "guidance", label: "Guidelines and help" },
  { value: "reviews", label: "Rounds and studies" },
  { value: "systems", label: "Systems" },
  { value: "settings", label: "Settings" },
  { value: "publishing", label: "Publishing" },
];

function listColumns(
  slug: string,
  opened: ReadonlySet<string>,
  onToggle: (key: string) => void,
): Column<HistoryRow>[] {
  return [
    {
      key: "at",
      header: "When",
      width: 126,
      render: ({ events }) => <When events={events} />,
    },
    {
      key: "actor",
      header: "Who",
      width: 150,
      render: ({ events: [{ actor }], isWithin }) =>
        !isWithin && (
          <Text
            size="sm"
            c={actor === null ? "dimmed" : undefined}
            style={{ overflowWrap: "anywhere" }}
          >
            {actor ?? "The system"}
          </Text>
        ),
    },
    {
      key: "what",
      header: "What",
      render: (row) => (
        <What row={row} isOpen={opened.has(row.key)} onToggle={() => onToggle(row.key)} />
      ),
    },
    {
      key: "about",
      header: "About",
      width: "34%",
      render: ({ events: [{ object }, ...others] }) =>
        others.length === 0 && object !== null && <About slug={slug} object={object} />,
    },
  ];
}

function When({ events }: Pick<HistoryRow, "events">) {
  const [last, first] = [events[0].at, events.at(-1)?.at ?? events[0].at];
  const [to, from] = [formatTime(last), formatTime(first)];
  return (
    <Text size="sm" title={formatDateTime(last)} style={{ fontVariantNumeric: "tabular-nums" }}>
      {from === to ? to : `${from}–${to}`}
    </Text>
  );
}

function About({ slug, object }: { slug: string; object: NonNullable<HistoryEvent["object"]> }) {
  if (object.page === "") return <TwoLines>{object.title}</TwoLines>;
  return (
    <TwoLines>
      <Anchor component={Link} to={`/projects/${slug}/${object.page}`} size="sm">
        {object.title}
      </Anchor>
    </TwoLines>
  );
}

interface WhatProps {
  readonly row: HistoryRow;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

function What({ row, isOpen, onToggle }: WhatProps) {
  const said = saidIn(row);
  return (
    <Stack gap={2} align="flex-start" pl={row.isWithin ? "md" : 0}>
      {row.events.length === 1 ? (
        <Text size="sm">{sentenceOf(row)}</Text>
      ) : (
        <Anchor
          component="button"
          type="button"
          size="sm"
          ta="left"
          aria-expanded={isOpen}
          onClick={onToggle}
        >
          {sentenceOf(row)}
          <span aria-hidden>{isOpen ? " ▾" : " ▸"}</span>
        </Anchor>
      )}
      {said !== "" && (
        <Text size="xs" c="dimmed" lineClamp={2} fs="italic">
          “{said}”
        </Text>
      )}
    </Stack>
  );
}

/** The end of a day that was chosen, as the server takes it: the beginning of the next. */
function dayAfter(day: string): string {
  const next = new Date(`${day}T00:00:00`);
  next.setDate(next.getDate() + 1);
  return next.toISOString();
}

/** The local day's bounds instead of the days that the address holds. */
function withTimes<Query extends Record<string, string | number>>(query: Query) {
  const { from, to } = query;
  return {
    ...query,
    from: typeof from === "string" && from !== "" ? new Date(`${from}T00:00:00`).toISOString() : "",
    to: typeof to === "string" && to !== "" ? dayAfter(to) : "",
  };
}

function without(keys: ReadonlySet<string>, gone: string): ReadonlySet<string> {
  return new Set([...keys].filter((key) => key !== gone));
}

/** Who did what in the project, newest first. */
export default function HistoryPage() {
  const project = useProject();
  useDocumentTitle("History", project.title);
  const list = useListParams(FILTERS, EVENTS);
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const { search, example, from, to } = list.filters;
  const filters = withTimes({
    ...list.filters,
    from: isDay(from) ? from : "",
    to: isDay(to) ? to : "",
  });
  const rows = useQuery({
    ...historyQuery(project.slug, { ...list.query, ...filters }),
    select: (found) => ({ ...found, results: rowsOf(found.results, opened) }),
  });
  const members = useQuery(membersQuery(project.slug, { page_size: 500 }));
  const toggle = (key: string) => {
    setOpened((before) => (before.has(key) ? without(before, key) : new Set([...before, key])));
  };
  const people = [
    { value: "", label: "Everybody" },
    ...(members.data?.results ?? []).map(({ username, name }) => ({
      value: username,
      label: name,
    })),
  ];
  return (
    <>
      <PageHeader
        title="History"
        actions={
          <LinkButton to="../export" variant="default">
            Export
          </LinkButton>
        }
      >
        Who did what, newest first. What somebody did several times on a day is one row that opens.
        Entries never change.
      </PageHeader>
      <Stack>
        <Group gap="sm" align="flex-end">
          <SearchField
            label="Search questions, names, reasons"
            value={search}
            onChange={(typed) => list.setFilter("search", typed)}
          />
          <ListFilter list={list} name="person" label="Who" width={150} data={people} />
          <ListFilter list={list} name="kind" label="What" width={172} data={KINDS} />
          <Day label="From" value={from} onChange={(value) => list.setFilter("from", value)} />
          <Day label="Until" value={to} onChange={(value) => list.setFilter("to", value)} />
          {example !== "" && (
            <Button variant="light" onClick={() => list.setFilter("example", "")}>
              One question only ×
            </Button>
          )}
          <SavedViews slug={project.slug} table="history" />
          <CsvButton slug={project.slug} list="history" filters={filters} />
        </Group>
        <PagedTable
          label="History"
          query={rows}
          columns={listColumns(project.slug, opened, toggle)}
          rowKey={({ key }) => key}
          section={({ day }) => day}
          perPage={EVENTS}
          page={list.page}
          onPageChange={list.setPage}
          empty={
            list.isFiltered ? (
              <NoMatches what="entries" onShowAll={list.clear} />
            ) : (
              <EmptyState icon={IconHistory} title="No history yet" />
            )
          }
        />
      </Stack>
    </>
  );
}

function Day(props: { label: string; value: string; onChange: (day: string) => void }) {
  const { label, value, onChange } = props;
  return (
    <TextInput
      type="date"
      aria-label={label}
      w={186}
      leftSection={
        <Text size="sm" c="dimmed" aria-hidden>
          {label}
        </Text>
      }
      leftSectionWidth={56}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
