import { Group, Stack, Text } from "@mantine/core";
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";

import { queueQuery } from "@/api/queue";
import type { Paginated, Project, ReviewedAnnotation } from "@/api/types";
import { ListFilter, withAny } from "@/components/ListFilter";
import { NoMatches } from "@/components/NoMatches";
import { type Column, PagedTable, RowLink } from "@/components/PagedTable";
import { RelativeTime } from "@/components/RelativeTime";
import { SearchField } from "@/components/SearchField";
import { useAnnotatorChoices } from "@/components/useAnnotatorChoices";
import type { ListParams } from "@/components/useListParams";

export const REVIEW_FILTERS = ["search", "annotator", "split", "ordering"] as const;
type Filter = (typeof REVIEW_FILTERS)[number];

const ORDERS = [
  { value: "", label: "Newest first" },
  { value: "created_at", label: "Oldest first" },
  { value: "position", label: "In import order" },
];

/** Annotations that need a lead's attention; each page adds its own column. */
export function ReviewList({
  project,
  label,
  list,
  annotations,
  said,
  empty,
}: {
  project: Project;
  label: string;
  list: ListParams<Filter>;
  annotations: UseQueryResult<Paginated<ReviewedAnnotation>>;
  said: Pick<Column<ReviewedAnnotation>, "header" | "render">;
  empty: ReactNode;
}) {
  return (
    <Stack>
      <Filters project={project} list={list} />
      <PagedTable
        label={label}
        query={annotations}
        columns={[questionColumn(project.slug), { key: "said", ...said }, ANNOTATOR, SUBMITTED]}
        rowKey={({ id }) => id}
        page={list.page}
        onPageChange={list.setPage}
        empty={list.isFiltered ? <NoMatches what="annotations" onShowAll={list.clear} /> : empty}
      />
    </Stack>
  );
}

function Filters({ project, list }: { project: Project; list: ListParams<Filter> }) {
  const people = useAnnotatorChoices(project.slug);
  const queue = useQuery(queueQuery(project.slug));
  const splits = (queue.data?.found_splits ?? []).map(({ name }) => name).filter(Boolean);
  return (
    <Group gap="sm">
      <SearchField
        label="Search questions and answers"
        value={list.filters.search}
        onChange={(search) => list.setFilter("search", search)}
      />
      <ListFilter list={list} name="annotator" label="Annotator" width={170} data={people} />
      {splits.length > 0 && (
        <ListFilter
          list={list}
          name="split"
          label="Split"
          width={140}
          data={withAny("Any split", splits)}
        />
      )}
      <ListFilter list={list} name="ordering" label="Order" width={170} data={ORDERS} />
    </Group>
  );
}

function questionColumn(slug: string): Column<ReviewedAnnotation> {
  return {
    key: "question",
    header: "Question",
    width: "30%",
    render: ({ id, example, question, key, split }) => (
      <Stack gap={2}>
        <RowLink to={`/projects/${slug}/examples/${example}?annotation=${id}`}>{question}</RowLink>
        <Text size="xs" c="dimmed" style={{ overflowWrap: "anywhere" }}>
          {[split, key].filter(Boolean).join(" · ")}
        </Text>
      </Stack>
    ),
  };
}

const ANNOTATOR: Column<ReviewedAnnotation> = {
  key: "annotator",
  header: "Annotator",
  width: 136,
  render: ({ annotator, reopened }) => (
    <Stack gap={2}>
      <Text size="sm" style={{ overflowWrap: "anywhere" }}>
        {annotator}
      </Text>
      {reopened !== null && (
        <Text size="xs" c="dimmed">
          asked to look again
        </Text>
      )}
    </Stack>
  ),
};

const SUBMITTED: Column<ReviewedAnnotation> = {
  key: "created",
  header: "Submitted",
  width: 124,
  render: ({ created_at: at }) => <RelativeTime at={at} />,
};
