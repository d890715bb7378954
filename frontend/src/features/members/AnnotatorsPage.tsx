import { Anchor, Stack, Text } from "@mantine/core";
import { IconUsers } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";

import { annotatorsQuery } from "@/api/projects";
import type { Annotator, Project } from "@/api/types";
import { useProject } from "@/api/useProject";
import { AsOf } from "@/components/AsOf";
import { count, formatCount, formatDuration, formatMean, formatShare } from "@/components/format";
import { LinkButton } from "@/components/LinkButton";
import { type Column, PagedTable } from "@/components/PagedTable";
import { PageHeader } from "@/components/PageHeader";
import { RelativeTime } from "@/components/RelativeTime";
import { EmptyState } from "@/components/states";
import { useDocumentTitle } from "@/components/useDocumentTitle";
import { useListParams } from "@/components/useListParams";

const FILTERS: readonly never[] = [];

const NATURAL_QUESTIONS: Column<Annotator>[] = [
  {
    key: "null",
    header: "No answer",
    align: "right",
    width: "16%",
    render: ({ null_share: share }) => formatShare(share),
  },
  {
    key: "bad",
    header: "Bad question",
    align: "right",
    width: "16%",
    render: ({ bad_share: share }) => formatShare(share),
  },
];

const LONG_FORM: Column<Annotator>[] = [
  {
    key: "words",
    header: "Mean answer",
    align: "right",
    width: "16%",
    render: ({ long_form: figures }) => (
      <TwoFigures
        above={meanWords(figures?.words_mean ?? null)}
        below={`${formatShare(figures?.coverage_mean ?? null)} covered`}
      />
    ),
  },
  {
    key: "concerns",
    header: "To review",
    align: "right",
    width: "16%",
    render: ({ long_form: figures }) => (
      <TwoFigures
        above={count(figures?.concerns ?? 0, "concern")}
        below={`${formatCount(figures?.confirmations ?? 0)} confirmed`}
      />
    ),
  },
];

function meanWords(mean: number | null): string {
  const shown = formatMean(mean);
  return `${shown} ${shown === "1" ? "word" : "words"}`;
}

function TwoFigures({ above, below }: { above: string; below: string }) {
  return (
    <Stack gap={0} style={{ whiteSpace: "nowrap" }}>
      <span>{above}</span>
      <Text size="xs" c="dimmed">
        {below}
      </Text>
    </Stack>
  );
}

const listColumns = ({ slug, kind }: Project): Column<Annotator>[] => [
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
  ...(kind === "asqa" ? LONG_FORM : NATURAL_QUESTIONS),
  {
    key: "last",
    header: "Last submitted",
    align: "right",
    width: "14%",
    render: ({ last_at: at }) => (at === null ? "–" : <RelativeTime at={at} />),
  },
];

/** Who annotates, how much, how fast, and what their answers are like. */
export default function AnnotatorsPage() {
  const project = useProject();
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
        columns={listColumns(project)}
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
