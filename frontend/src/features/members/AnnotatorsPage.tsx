import { Anchor, Stack, Text } from "@mantine/core";
import { IconUsers } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";

import { annotatorsQuery } from "@/api/projects";
import type { Annotator } from "@/api/types";
import { useProject } from "@/api/useProject";
import { formatCount, formatDuration, formatShare } from "@/components/format";
import { LinkButton } from "@/components/LinkButton";
import { type Column, PagedTable } from "@/components/PagedTable";
import { PageHeader } from "@/components/PageHeader";
import { RelativeTime } from "@/components/RelativeTime";
import { EmptyState } from "@/components/states";
import { useDocumentTitle } from "@/components/useDocumentTitle";
import { useListParams } from "@/components/useListParams";

const FILTERS: readonly never[] = [];

const listColumns = (slug: string): Column<Annotator>[] => [
  {
    key: "annotator",
    header: "Annotator",
    width: "26%",
    render: ({ username, display_name: name }) => (
      <Stack gap={0} align="flex-start">
        <Anchor
          component={Link}
          size="sm"
          fw={500}
          to={`/projects/${slug}/annotations?annotator=${encodeURIComponent(username)}`}
        >
          {name || username}
        </Anchor>
        {name !== "" && name !== username && (
          <Text size="xs" c="dimmed">
            {username}
          </Text>
        )}
      </Stack>
    ),
  },
  {
    key: "submitted",
    header: "Submitted",
    align: "right",
    render: ({ submitted }) => formatCount(submitted),
  },
  { key: "open", header: "Open", align: "right", render: ({ open }) => formatCount(open) },
  {
    key: "seconds",
    header: "Median time",
    align: "right",
    render: ({ seconds_median: seconds }) => formatDuration(seconds),
  },
  {
    key: "null",
    header: "No answer",
    align: "right",
    render: ({ null_share: share }) => formatShare(share),
  },
  {
    key: "bad",
    header: "Bad question",
    align: "right",
    render: ({ bad_share: share }) => formatShare(share),
  },
  {
    key: "last",
    header: "Last submitted",
    align: "right",
    width: 150,
    render: ({ last_at: at }) => (at === null ? "–" : <RelativeTime at={at} />),
  },
];

/** Who annotates, how much, how fast, and how often they find no answer. */
export default function AnnotatorsPage() {
  const project = useProject();
  useDocumentTitle("Annotators", project.title);
  const list = useListParams(FILTERS);
  const annotators = useQuery(annotatorsQuery(project.slug, list.query));
  return (
    <>
      <PageHeader title="Annotators">
        What each has done so far. The times are active ones: pauses don’t count.
      </PageHeader>
      <PagedTable
        label="Annotators"
        query={annotators}
        columns={listColumns(project.slug)}
        rowKey={({ username }) => username}
        page={list.page}
        onPageChange={list.setPage}
        empty={
          <EmptyState
            icon={IconUsers}
            title="No annotators yet"
            action={<LinkButton to="../members">Add members</LinkButton>}
          >
            Add people as annotators, and their work shows up here.
          </EmptyState>
        }
      />
    </>
  );
}
