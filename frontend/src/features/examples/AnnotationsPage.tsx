import { Anchor, Badge, Button, Group, Select, Stack, Text } from "@mantine/core";
import { IconHighlight, IconSearchOff } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";

import { annotationsQuery, annotatorsQuery } from "@/api/projects";
import type { ActiveSeconds, Annotation } from "@/api/types";
import { useProject } from "@/api/useProject";
import { formatDuration } from "@/components/format";
import { type Column, PagedTable, TwoLines } from "@/components/PagedTable";
import { PageHeader } from "@/components/PageHeader";
import { RelativeTime } from "@/components/RelativeTime";
import { EmptyState } from "@/components/states";
import { useDocumentTitle } from "@/components/useDocumentTitle";
import { useListParams } from "@/components/useListParams";

import { describeAnswer } from "./describeAnswer";

const FILTERS = ["annotator", "question_quality", "has_long_answer", "late", "example"] as const;

const QUALITIES = [
  { value: "", label: "Any question" },
  { value: "good", label: "Good questions" },
  { value: "bad", label: "Bad questions" },
];

const LONG_ANSWERS = [
  { value: "", label: "Any long answer" },
  { value: "true", label: "With a long answer" },
  { value: "false", label: "Without one" },
];

const ARRIVALS = [
  { value: "", label: "On time and late" },
  { value: "false", label: "On time" },
  { value: "true", label: "Late" },
];

function totalSeconds(seconds: ActiveSeconds | null): number | null {
  return seconds === null ? null : seconds.question + seconds.long_answer + seconds.short_answer;
}

function AnswerCell({ annotation }: { annotation: Annotation }) {
  const { long, short, text } = describeAnswer(annotation);
  return (
    <Stack gap={2}>
      <Group gap="2px 8px" align="baseline">
        <Badge color={annotation.long_answer === null ? "gray" : "plumb"} style={{ flexShrink: 0 }}>
          {long}
        </Badge>
        {short !== "" && (
          <Text size="sm" fw={550} lineClamp={1}>
            {short}
          </Text>
        )}
      </Group>
      {text !== "" && (
        <Text size="xs" c="dimmed" lineClamp={1}>
          {text}
        </Text>
      )}
    </Stack>
  );
}

const listColumns = (slug: string): Column<Annotation>[] => [
  {
    key: "question",
    header: "Question",
    width: "32%",
    render: ({ id, example, question, page_title: page }) => (
      <Stack gap={2}>
        <TwoLines>
          <Anchor
            component={Link}
            to={`/projects/${slug}/examples/${example}?annotation=${id}`}
            size="sm"
            fw={500}
          >
            {question}
          </Anchor>
        </TwoLines>
        <Text size="xs" c="dimmed" lineClamp={1}>
          {page}
        </Text>
      </Stack>
    ),
  },
  {
    key: "answer",
    header: "Answer",
    render: (annotation) => <AnswerCell annotation={annotation} />,
  },
  {
    key: "annotator",
    header: "Annotator",
    width: 136,
    render: ({ annotator, source }) => (
      <Stack gap={2}>
        <Text size="sm" style={{ overflowWrap: "anywhere" }}>
          {annotator}
        </Text>
        {source !== "human" && (
          <Text size="xs" c="dimmed">
            {source}
          </Text>
        )}
      </Stack>
    ),
  },
  {
    key: "seconds",
    header: "Time",
    width: 106,
    render: ({ active_seconds: seconds }) => (
      <Text size="sm" style={{ whiteSpace: "nowrap" }}>
        {formatDuration(totalSeconds(seconds))}
      </Text>
    ),
  },
  {
    key: "created",
    header: "Submitted",
    width: 124,
    render: ({ created_at: at, is_late: isLate }) => (
      <Stack gap={2} align="flex-start">
        <RelativeTime at={at} />
        {isLate && (
          <Badge color="amber" title="Arrived after the question had gone to somebody else">
            late
          </Badge>
        )}
      </Stack>
    ),
  },
];

/** All annotations of a project, newest first. */
export default function AnnotationsPage() {
  const project = useProject();
  useDocumentTitle("Annotations", project.title);
  const list = useListParams(FILTERS);
  const annotations = useQuery(annotationsQuery(project.slug, list.query));
  const annotators = useQuery(annotatorsQuery(project.slug, { page_size: 500 }));
  const people = [
    { value: "", label: "Everybody" },
    ...(annotators.data?.results ?? []).map(({ username }) => ({
      value: username,
      label: username,
    })),
  ];

  function filter(
    name: (typeof FILTERS)[number],
    label: string,
    data: typeof people,
    width: number,
  ) {
    return (
      <Select
        aria-label={label}
        w={width}
        data={data}
        searchable={data.length > 8}
        value={list.filters[name]}
        onChange={(value) => {
          list.setFilter(name, value ?? "");
        }}
      />
    );
  }

  return (
    <>
      <PageHeader title="Annotations">
        Everything that was submitted, newest first. Each opens on its page.
      </PageHeader>
      <Stack>
        <Group gap="sm">
          {filter("annotator", "Annotator", people, 170)}
          {filter("question_quality", "Question", QUALITIES, 160)}
          {filter("has_long_answer", "Long answer", LONG_ANSWERS, 190)}
          {filter("late", "Arrival", ARRIVALS, 170)}
        </Group>
        <PagedTable
          label="Annotations"
          query={annotations}
          columns={listColumns(project.slug)}
          rowKey={({ id }) => id}
          page={list.page}
          onPageChange={list.setPage}
          empty={
            list.isFiltered ? (
              <EmptyState
                icon={IconSearchOff}
                title="No annotation fits"
                action={
                  <Button variant="default" onClick={list.clear}>
                    Show all
                  </Button>
                }
              />
            ) : (
              <EmptyState icon={IconHighlight} title="No annotations yet">
                They appear here as soon as an annotator submits the first one.
              </EmptyState>
            )
          }
        />
      </Stack>
    </>
  );
}
