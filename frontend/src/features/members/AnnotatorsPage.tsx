import { Anchor, Stack, Text } from "@mantine/core";
import { IconUsers } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";

import { annotatorsQuery } from "@/api/projects";
import type { Annotator } from "@/api/types";
import { useProject } from "@/api/useProject";
import { AsOf } from "@/components/AsOf";
import { count, formatCount, formatDuration, formatShare } from "@/components/format";
import { LinkButton } from "@/components/LinkButton";
import { type Column, PagedTable } from "@/components/PagedTable";
import { PageHeader } from "@/components/PageHeader";
import { RelativeTime } from "@/components/RelativeTime";
import { EmptyState } from "@/components/states";
import { useDocumentTitle } from "@/components/useDocumentTitle";
import { useListParams } from "@/components/useListParams";
import { useKind } from "@/kinds/useKind";

const FILTERS: readonly never[] = [];

const listColumns = (slug: string, own: readonly Column<Annotator>[]): Column<Annotator>[] => [
  {
    key: "annotator",
    header: "Annotator",
    width: "22%",
    render: ({ username, name, pseudonym }) => (
      <Stack gap={0} align="flex-start">
        <Anchor
          component={Link}
          size="sm"
          fw={500}
          to={`/projects/${slug}/annotations?annotator=${encodeURIComponent(username)}`}
        >
          {name}
        </Anchor>
        <Text size="xs" c="dimmed">
          {[name !== username ? username : null, pseudonym]
            .filter((part) => part !== null)
            .join(" · ")}
        </Text>
      </Stack>
    ),
  },
  {
    key: "submitted",
    header: "Submitted",
    align: "right",
    width: "13%",
    render: ({ submitted }) => formatCount(submitted),
  },
  {
    key: "open",
    header: "Open",
    align: "right",
    width: "9%",
    render: ({ open }) => formatCount(open),
  },
  {
    key: "seconds",
    header: "Median time",
    align: "right",
    width: "10%",
    render: ({ seconds_median: seconds }) => formatDuration(seconds),
  },
  ...own,
  {
    key: "gold",
    header: "Agrees with decisions",
    align: "right",
    width: "14%",
    render: ({ gold }) => <Gold gold={gold} />,
  },
  {
    key: "last",
    header: "Last submitted",
    align: "right",
    width: "14%",
    render: ({ last_at: at }) => (at === null ? "–" : <RelativeTime at={at} />),
  },
];

/** How often the annotator said what a lead decided, with the interval and the number of examples. */
function Gold({ gold }: Pick<Annotator, "gold">) {
  if (gold === null) return "–";
  return (
    <Stack gap={0}>
      <Text size="sm">{formatShare(gold.value)}</Text>
      <Text size="xs" c="dimmed" title={gold.reason}>
        {gold.low !== null &&
          gold.high !== null &&
          `${formatShare(gold.low)}–${formatShare(gold.high)} · `}
        {count(gold.examples, "example")}
      </Text>
    </Stack>
  );
}

/** Who annotates, how much, how fast, and what their answers are like. */
export default function AnnotatorsPage() {
  const project = useProject();
  const { annotatorColumns } = useKind(project.kind);
  useDocumentTitle("Annotators", project.title);
  const list = useListParams(FILTERS);
  const annotators = useQuery(annotatorsQuery(project.slug, list.query));
  const asOf = annotators.data?.results[0]?.as_of;
  return (
    <>
      <PageHeader title="Annotators">
        What each annotator has done so far. Times are active times; pauses don’t count.
      </PageHeader>
      <PagedTable
        label="Annotators"
        query={annotators}
        columns={listColumns(project.slug, annotatorColumns)}
        rowKey={({ username }) => username}
        page={list.page}
        onPageChange={list.setPage}
        empty={
          <EmptyState
            icon={IconUsers}
            title="No annotators yet"
            action={<LinkButton to="../members">Add members</LinkButton>}
          >
            Add annotators, and their work appears here.
          </EmptyState>
        }
      />
      {asOf !== undefined && <AsOf at={asOf} />}
    </>
  );
}
