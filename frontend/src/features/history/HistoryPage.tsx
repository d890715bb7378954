import { Anchor, Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { IconHistory } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";

import { historyQuery } from "@/api/history";
import { membersQuery } from "@/api/projects";
import type { HistoryEvent } from "@/api/types";
import { useProject } from "@/api/useProject";
import { isDay } from "@/components/format";
import { LinkButton } from "@/components/LinkButton";
import { ListFilter } from "@/components/ListFilter";
import { NoMatches } from "@/components/NoMatches";
import { type Column, PagedTable, TwoLines } from "@/components/PagedTable";
import { PageHeader } from "@/components/PageHeader";
import { RelativeTime } from "@/components/RelativeTime";
import { EmptyState } from "@/components/states";
import { useDocumentTitle } from "@/components/useDocumentTitle";
import { useListParams } from "@/components/useListParams";

const FILTERS = ["person", "verb", "example", "from", "to"] as const;

const VERBS = [
  { value: "", label: "Everything" },
  { value: "imported", label: "Imported" },
  { value: "claimed", label: "Got a question" },
  { value: "submitted", label: "Submitted" },
  { value: "undid", label: "Took an answer back" },
  { value: "revised", label: "Changed an answer" },
  { value: "reopened", label: "Asked to look again" },
  { value: "skipped", label: "Skipped" },
  { value: "parked", label: "Parked" },
  { value: "released", label: "Gave back" },
  { value: "freed", label: "Freed a parked question" },
  { value: "expired", label: "Time ran out" },
  { value: "time_up", label: "Limit reached" },
  { value: "renewed", label: "Continued after the time was up" },
  { value: "accepted", label: "Counted a late answer" },
  { value: "changed", label: "Settings" },
  { value: "added", label: "Added" },
];

const listColumns = (slug: string): Column<HistoryEvent>[] => [
  {
    key: "at",
    header: "When",
    width: 124,
    render: ({ at }) => <RelativeTime at={at} />,
  },
  {
    key: "actor",
    header: "Who",
    width: 150,
    render: ({ actor }) =>
      actor === null ? (
        <Text size="sm" c="dimmed">
          The system
        </Text>
      ) : (
        <Text size="sm" style={{ overflowWrap: "anywhere" }}>
          {actor}
        </Text>
      ),
  },
  {
    key: "what",
    header: "What",
    render: (event) => <What event={event} />,
  },
  {
    key: "example",
    header: "Question",
    width: "34%",
    render: ({ example }) =>
      example !== null && (
        <TwoLines>
          <Anchor
            component={Link}
            to={`/projects/${slug}/examples/${example.id}?show=history`}
            size="sm"
          >
            {example.question}
          </Anchor>
        </TwoLines>
      ),
  },
];

function What({ event }: { event: HistoryEvent }) {
  const { sentence: what, said } = event;
  return (
    <Stack gap={2}>
      <Text size="sm">{what.charAt(0).toUpperCase() + what.slice(1)}</Text>
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

/** Who did what in the project, newest first. */
export default function HistoryPage() {
  const project = useProject();
  useDocumentTitle("History", project.title);
  const list = useListParams(FILTERS);
  const { example, from, to } = list.filters;
  const query = withTimes({
    ...list.query,
    from: isDay(from) ? from : "",
    to: isDay(to) ? to : "",
  });
  const events = useQuery(historyQuery(project.slug, query));
  const members = useQuery(membersQuery(project.slug, { page_size: 500 }));
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
        Who did what, newest first. Entries never change.
      </PageHeader>
      <Stack>
        <Group gap="sm">
          <ListFilter list={list} name="person" label="Who" width={170} data={people} />
          <ListFilter list={list} name="verb" label="What" width={190} data={VERBS} />
          <Day label="From" value={from} onChange={(value) => list.setFilter("from", value)} />
          <Day label="Until" value={to} onChange={(value) => list.setFilter("to", value)} />
          {example !== "" && (
            <Button variant="light" onClick={() => list.setFilter("example", "")}>
              One question only ×
            </Button>
          )}
        </Group>
        <PagedTable
          label="History"
          query={events}
          columns={listColumns(project.slug)}
          rowKey={({ id }) => id}
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
      w={196}
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
