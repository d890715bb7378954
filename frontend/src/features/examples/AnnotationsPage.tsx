import { Badge, Group, Stack, Text } from "@mantine/core";
import { IconHighlight } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { annotationsQuery } from "@/api/projects";
import type { Annotation, LongFormAnnotation } from "@/api/types";
import { useProject } from "@/api/useProject";
import { AnswerVersionsDialog } from "@/components/AnswerVersions";
import { describeAnswer, secondsOf } from "@/components/describeAnswer";
import { count, formatCount, formatDuration, formatShare } from "@/components/format";
import { ListFilter } from "@/components/ListFilter";
import { NoMatches } from "@/components/NoMatches";
import { type Column, PagedTable, RowLink } from "@/components/PagedTable";
import { PageHeader } from "@/components/PageHeader";
import { RelativeTime } from "@/components/RelativeTime";
import { EmptyState } from "@/components/states";
import { useAnnotatorChoices } from "@/components/useAnnotatorChoices";
import { useDocumentTitle } from "@/components/useDocumentTitle";
import { useListParams } from "@/components/useListParams";
import { KINDS } from "@/kinds/kinds";

import { CONCERNS } from "./concerns";
import { LateDialog } from "./LateDialog";

const FILTERS = [
  "annotator",
  "question_quality",
  "has_long_answer",
  "has_concern",
  "has_confirmation",
  "arrival",
  "example",
  "ordering",
] as const;

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

const CONFIRMATIONS = [
  { value: "", label: "Confirmed and not" },
  { value: "true", label: "Something confirmed" },
  { value: "false", label: "Nothing confirmed" },
];

const LONG_FORM_ORDERS = [
  { value: "", label: "Newest first" },
  { value: "-word_count", label: "Longest first" },
  { value: "word_count", label: "Shortest first" },
  { value: "-coverage", label: "Best covered first" },
  { value: "coverage", label: "Least covered first" },
];

const ARRIVALS = [
  { value: "", label: "On time and late" },
  { value: "on_time", label: "On time" },
  { value: "late", label: "Late" },
  { value: "late_waiting", label: "Late, not counted" },
  { value: "late_accepted", label: "Late, counted" },
];

function AnswerCell({ annotation }: { annotation: Annotation }) {
  const { long, short, text, isEmpty } = describeAnswer(annotation);
  return (
    <Stack gap={2}>
      <Group gap="2px 8px" align="baseline">
        <Badge color={isEmpty ? "gray" : "plumb"} style={{ flexShrink: 0 }}>
          {long}
        </Badge>
        {short !== "" && (
          <Text size="sm" fw={550} lineClamp={KINDS[annotation.kind].answerLines}>
            {short}
          </Text>
        )}
      </Group>
      {text !== "" && (
        <Text size="xs" c="dimmed" lineClamp={KINDS[annotation.kind].answerLines}>
          {text}
        </Text>
      )}
      {annotation.kind === "asqa" && <LongFormFacts annotation={annotation} />}
    </Stack>
  );
}

function LongFormFacts({ annotation }: { annotation: LongFormAnnotation }) {
  const { coverage, word_count: words, concern, missing } = annotation;
  const facts = [
    ...(concern !== "" && words > 0 ? [count(words, "word")] : []),
    ...(coverage === null ? [] : [`${formatShare(coverage)} covered`]),
    ...(missing.length === 0 ? [] : [`${formatCount(missing.length)} confirmed`]),
  ];
  return (
    <Text size="xs" c="dimmed">
      {facts.join(" · ")}
    </Text>
  );
}

function LateBadge({ annotation, onOpen }: { annotation: Annotation; onOpen: () => void }) {
  const counts = annotation.late?.accepted != null;
  return (
    <Badge
      component="button"
      type="button"
      color={counts ? "plumb" : "amber"}
      style={{ cursor: "pointer" }}
      title="Arrived after the question had gone to somebody else"
      aria-label={`${counts ? "Late, counted" : "Late"}: ${annotation.question}`}
      onClick={onOpen}
    >
      {counts ? "late, counted" : "late ›"}
    </Badge>
  );
}

function ChangedBadge({ annotation, onOpen }: { annotation: Annotation; onOpen: () => void }) {
  return (
    <Badge
      component="button"
      type="button"
      color="gray"
      style={{ cursor: "pointer" }}
      title="Compare with the answer before"
      aria-label={`Changed: ${annotation.question}`}
      onClick={onOpen}
    >
      changed ›
    </Badge>
  );
}

const listColumns = (
  { slug, isAsqa }: { slug: string; isAsqa: boolean },
  onLate: (annotation: Annotation) => void,
  onCompare: (annotation: number) => void,
): Column<Annotation>[] => [
  {
    key: "question",
    header: "Question",
    width: isAsqa ? "26%" : "32%",
    render: ({ id, example, question, page_title: page }) => (
      <Stack gap={2}>
        <RowLink to={`/projects/${slug}/examples/${example}?annotation=${id}`}>{question}</RowLink>
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
    render: (annotation) => (
      <Text size="sm" style={{ whiteSpace: "nowrap" }}>
        {formatDuration(secondsOf(annotation))}
      </Text>
    ),
  },
  {
    key: "created",
    header: "Submitted",
    width: 124,
    render: (annotation) => (
      <Stack gap={2} align="flex-start">
        <RelativeTime at={annotation.created_at} />
        {annotation.revision_of !== null && (
          <ChangedBadge annotation={annotation} onOpen={() => onCompare(annotation.id)} />
        )}
        {annotation.is_late && (
          <LateBadge annotation={annotation} onOpen={() => onLate(annotation)} />
        )}
      </Stack>
    ),
  },
];

/** All annotations of a project, in the order that is chosen. */
export default function AnnotationsPage() {
  const project = useProject();
  useDocumentTitle("Annotations", project.title);
  const list = useListParams(FILTERS);
  const [late, setLate] = useState<Annotation | null>(null);
  const [compared, setCompared] = useState<number | null>(null);
  const annotations = useQuery(annotationsQuery(project.slug, list.query));
  const isAsqa = project.kind === "asqa";
  const people = useAnnotatorChoices(project.slug);

  return (
    <>
      <PageHeader title="Annotations">
        All submitted annotations{list.filters.ordering === "" && ", newest first"}. Each opens{" "}
        {isAsqa ? "beside the other answers to its question." : "on its page."}
      </PageHeader>
      <Stack>
        <Group gap="sm">
          <ListFilter list={list} name="annotator" label="Annotator" width={170} data={people} />
          {isAsqa ? (
            <>
              <ListFilter
                list={list}
                name="has_concern"
                label="Concern"
                width={170}
                data={CONCERNS}
              />
              <ListFilter
                list={list}
                name="has_confirmation"
                label="Confirmation"
                width={185}
                data={CONFIRMATIONS}
              />
            </>
          ) : (
            <>
              <ListFilter
                list={list}
                name="question_quality"
                label="Question"
                width={160}
                data={QUALITIES}
              />
              <ListFilter
                list={list}
                name="has_long_answer"
                label="Long answer"
                width={190}
                data={LONG_ANSWERS}
              />
            </>
          )}
          <ListFilter list={list} name="arrival" label="Arrival" width={180} data={ARRIVALS} />
          {isAsqa && (
            <ListFilter
              list={list}
              name="ordering"
              label="Order"
              width={180}
              data={LONG_FORM_ORDERS}
            />
          )}
        </Group>
        <PagedTable
          label="Annotations"
          query={annotations}
          columns={listColumns({ slug: project.slug, isAsqa }, setLate, setCompared)}
          rowKey={({ id }) => id}
          page={list.page}
          onPageChange={list.setPage}
          empty={
            list.isFiltered ? (
              <NoMatches what="annotations" onShowAll={list.clear} />
            ) : (
              <EmptyState icon={IconHighlight} title="No annotations yet">
                They appear here as soon as an annotator submits the first one.
              </EmptyState>
            )
          }
        />
      </Stack>
      <AnswerVersionsDialog
        slug={project.slug}
        annotation={compared}
        onClose={() => setCompared(null)}
      />
      <LateDialog slug={project.slug} annotation={late} onClose={() => setLate(null)} />
    </>
  );
}
