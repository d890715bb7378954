import { Badge, Group, Stack, Text } from "@mantine/core";
import { IconHighlight } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";

import { annotationsQuery } from "@/api/projects";
import type { Annotation } from "@/api/types";
import { useProject } from "@/api/useProject";
import { secondsOf } from "@/components/answerSummary";
import { AnswerVersionsDialog } from "@/components/AnswerVersions";
import { ChosenBar, choiceColumn } from "@/components/ChosenRows";
import { formatDuration } from "@/components/format";
import { ListFilter } from "@/components/ListFilter";
import { ListTable } from "@/components/ListTable";
import { ListTools } from "@/components/ListTools";
import { type Column, RowLink } from "@/components/PagedTable";
import { PageHeader } from "@/components/PageHeader";
import { RelativeTime } from "@/components/RelativeTime";
import { EmptyState } from "@/components/states";
import { useAnnotatorChoices } from "@/components/useAnnotatorChoices";
import { type ChosenRows, useChosenRows } from "@/components/useChosenRows";
import { useDocumentTitle } from "@/components/useDocumentTitle";
import { useListParams } from "@/components/useListParams";
import { useTableColumns } from "@/components/useTableColumns";
import type { KindPages } from "@/kinds/kindPages";
import { describeAnswer } from "@/kinds/kinds";
import { useKind } from "@/kinds/useKind";

import { AskAgainButtons } from "./AskAgainButtons";
import { LateDialog } from "./LateDialog";

const ALWAYS = ["annotator", "arrival", "example", "ordering"];

/** Columns of the list by their names in the file. */
const IN_FILE: Readonly<Record<string, readonly string[]>> = {
  answer: ["answer"],
  annotator: ["annotator", "source"],
  seconds: ["seconds"],
  created: ["submitted_at", "is_late"],
  annotation_id: ["annotation_id"],
};

const ARRIVALS = [
  { value: "", label: "On time and late" },
  { value: "on_time", label: "On time" },
  { value: "late", label: "Late" },
  { value: "late_waiting", label: "Late, not counted" },
  { value: "late_accepted", label: "Late, counted" },
];

type OwnOfList = KindPages["annotations"];

function AnswerCell({ annotation, own }: { annotation: Annotation; own: OwnOfList }) {
  const { long, short, text, isEmpty } = describeAnswer(annotation);
  const facts = own.facts(annotation);
  return (
    <Stack gap={2}>
      <Group gap="2px 8px" align="baseline">
        <Badge color={isEmpty ? "gray" : "plumb"} style={{ flexShrink: 0 }}>
          {long}
        </Badge>
        {short !== "" && (
          <Text size="sm" fw={550} lineClamp={own.lines}>
            {short}
          </Text>
        )}
      </Group>
      {text !== "" && (
        <Text size="xs" c="dimmed" lineClamp={own.lines}>
          {text}
        </Text>
      )}
      {facts !== "" && (
        <Text size="xs" c="dimmed">
          {facts}
        </Text>
      )}
    </Stack>
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
  { slug, own }: { slug: string; own: OwnOfList },
  chosen: ChosenRows<Annotation>,
  onLate: (annotation: Annotation) => void,
  onCompare: (annotation: number) => void,
): Column<Annotation>[] => [
  choiceColumn(chosen, ({ question, annotator, source }) =>
    source === "human" ? `the answer of ${annotator} to ${question}` : null,
  ),
  {
    key: "question",
    header: "Question",
    sort: "question",
    isFixed: true,
    width: own.questionWidth,
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
    render: (annotation) => <AnswerCell annotation={annotation} own={own} />,
  },
  {
    key: "annotator",
    header: "Annotator",
    sort: "annotator",
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
    sort: "created_at",
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
  {
    key: "annotation_id",
    header: "Annotation ID",
    width: 190,
    isExtra: true,
    render: ({ annotation_id: id }) => <Text size="sm">{id}</Text>,
  },
];

/** All annotations of a project, in the order that is chosen. */
export default function AnnotationsPage() {
  const project = useProject();
  useDocumentTitle("Annotations", project.title);
  const { annotations: own } = useKind(project.kind);
  const names = useMemo(() => [...ALWAYS, ...own.filters.map(({ name }) => name)], [own.filters]);
  const list = useListParams<string>(names);
  const [late, setLate] = useState<Annotation | null>(null);
  const [compared, setCompared] = useState<number | null>(null);
  const annotations = useQuery(annotationsQuery(project.slug, list.query));
  const chosen = useChosenRows(
    (annotations.data?.results ?? []).filter(({ source }) => source === "human"),
  );
  const people = useAnnotatorChoices(project.slug);
  const table = useTableColumns(
    listColumns({ slug: project.slug, own }, chosen, setLate, setCompared),
  );

  return (
    <>
      <PageHeader title="Annotations">
        All submitted annotations{!list.filters.ordering && ", newest first"}. Each opens{" "}
        {own.opens}.
      </PageHeader>
      <Stack>
        <Group gap="sm" align="flex-end">
          <ListFilter list={list} name="annotator" label="Annotator" width={170} data={people} />
          {own.filters.map((filter) => (
            <ListFilter key={filter.name} list={list} {...filter} />
          ))}
          <ListFilter list={list} name="arrival" label="Arrival" width={180} data={ARRIVALS} />
          {own.orders.length > 0 && (
            <ListFilter list={list} name="ordering" label="Order" width={180} data={own.orders} />
          )}
          <ListTools
            slug={project.slug}
            list="annotations"
            filters={list.filters}
            choice={table.choice}
            columns={["question", "page", ...table.shown.flatMap((key) => IN_FILE[key] ?? [])]}
          />
        </Group>
        <ChosenBar chosen={chosen} noun="annotation">
          <AskAgainButtons slug={project.slug} chosen={chosen.rows} />
        </ChosenBar>
        <ListTable
          label="Annotations"
          query={annotations}
          columns={table.columns}
          list={list}
          empty={
            <EmptyState icon={IconHighlight} title="No annotations yet">
              They appear here as soon as an annotator submits the first one.
            </EmptyState>
          }
        />
      </Stack>
      <AnswerVersionsDialog
        slug={project.slug}
        annotation={compared}
        describe={describeAnswer}
        onClose={() => setCompared(null)}
      />
      <LateDialog slug={project.slug} annotation={late} onClose={() => setLate(null)} />
    </>
  );
}
