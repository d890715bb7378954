import { Badge, Button, Group, Progress as Bar, Stack, Text } from "@mantine/core";
import { IconFileText } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { examplesQuery } from "@/api/projects";
import { queueQuery } from "@/api/queue";
import type { ExampleSummary, Project } from "@/api/types";
import { useProject } from "@/api/useProject";
import { count } from "@/components/format";
import { LinkButton } from "@/components/LinkButton";
import { ListFilter, withAny } from "@/components/ListFilter";
import { NoMatches } from "@/components/NoMatches";
import { type Column, PagedTable, TwoLines, RowLink } from "@/components/PagedTable";
import { PageHeader } from "@/components/PageHeader";
import { SearchField } from "@/components/SearchField";
import { EmptyState } from "@/components/states";
import { useDocumentTitle } from "@/components/useDocumentTitle";
import { useListParams } from "@/components/useListParams";

import { CONCERNS } from "./concerns";
import { PriorityDialog, type PriorityTarget, type ShownExamples } from "./PriorityDialog";

const FILTERS = ["search", "state", "ordering", "split", "has_concern"] as const;

const STATES = [
  { value: "", label: "Any state" },
  { value: "unstarted", label: "Not started" },
  { value: "partial", label: "Under way" },
  { value: "complete", label: "Complete" },
];

const ORDERS = [
  { value: "", label: "In import order" },
  { value: "question", label: "By question" },
  { value: "page_title", label: "By page" },
  { value: "-annotations_submitted", label: "Most annotated first" },
  { value: "annotations_submitted", label: "Least annotated first" },
  { value: "-priority", label: "Highest priority first" },
];

/** Ambiguous questions have no page, but a key in the official files. */
const LONG_FORM_ORDERS = ORDERS.map((order) =>
  order.value === "page_title" ? { value: "key", label: "By key" } : order,
);

/** A state that the server knows, or any: the address bar may hold something else. */
function stateOf(state: string): NonNullable<ShownExamples["filter"]["state"]> {
  return state === "unstarted" || state === "partial" || state === "complete" ? state : "";
}

function Completeness({ example }: { example: ExampleSummary }) {
  const {
    annotations_submitted: submitted,
    annotations_required: required,
    open_assignments: open,
  } = example;
  const share = required === 0 ? 1 : Math.min(1, submitted / required);
  return (
    <Stack gap={5}>
      <Group gap={6} justify="space-between" wrap="nowrap">
        <Text size="sm" style={{ fontVariantNumeric: "tabular-nums" }}>
          {submitted} of {required}
        </Text>
        {open > 0 && (
          <Text size="xs" c="dimmed">
            {open} under way
          </Text>
        )}
      </Group>
      <Bar
        value={share * 100}
        size={4}
        color={share === 1 ? "plumb.5" : "plumb"}
        aria-label="Annotations submitted"
      />
    </Stack>
  );
}

const PAGE: Column<ExampleSummary> = {
  key: "page",
  header: "Page",
  width: "30%",
  render: ({ page_title: title, split }) => (
    <TwoLines>
      {title}
      {split !== "" && (
        <Text span size="xs" c="dimmed">
          {" "}
          · {split}
        </Text>
      )}
    </TwoLines>
  ),
};

const AMBIGUITY: Column<ExampleSummary> = {
  key: "ambiguity",
  header: "Disambiguations",
  width: "30%",
  render: ({ ambiguity, split, example_id: id }) => (
    <Stack gap={2}>
      <Group gap={8}>
        <Text size="sm">{count(ambiguity?.disambiguations ?? 0, "disambiguation")}</Text>
        {ambiguity !== null && ambiguity.concerns > 0 && (
          <Badge color="amber">{count(ambiguity.concerns, "concern")}</Badge>
        )}
      </Group>
      <Text size="xs" c="dimmed" style={{ overflowWrap: "anywhere" }}>
        {[split, ambiguity?.key ?? id].filter(Boolean).join(" · ")}
      </Text>
    </Stack>
  ),
};

const listColumns = (
  { slug, kind }: Project,
  onPriority: (example: ExampleSummary) => void,
): Column<ExampleSummary>[] => [
  {
    key: "question",
    header: "Question",
    render: ({ id, question }) => (
      <RowLink to={`/projects/${slug}/examples/${id}`}>{question}</RowLink>
    ),
  },
  kind === "asqa" ? AMBIGUITY : PAGE,
  {
    key: "priority",
    header: "Priority",
    width: 104,
    render: (example) => (
      <Button
        size="compact-sm"
        variant="subtle"
        color={example.priority === 0 ? "gray" : undefined}
        ml={-8}
        aria-label={`Priority ${example.priority} of ${example.question}`}
        onClick={() => onPriority(example)}
      >
        {String(example.priority).replace("-", "−")}
      </Button>
    ),
  },
  {
    key: "annotations",
    header: "Annotations",
    width: 170,
    render: (example) => <Completeness example={example} />,
  },
];

/** All examples of a project, to find one and see how far each is. */
export default function ExamplesPage() {
  const project = useProject();
  useDocumentTitle("Examples", project.title);
  const list = useListParams(FILTERS);
  const examples = useQuery(examplesQuery(project.slug, list.query));
  const queue = useQuery(queueQuery(project.slug));
  const [target, setTarget] = useState<PriorityTarget | null>(null);
  const splits = (queue.data?.found_splits ?? []).map(({ name }) => name).filter(Boolean);
  const total = examples.data?.count ?? 0;
  const { search, state, split } = list.filters;
  const isAsqa = project.kind === "asqa";
  return (
    <>
      <PageHeader
        title="Examples"
        actions={
          <>
            {total > 0 && list.filters.has_concern === "" && (
              <Button
                variant="default"
                onClick={() =>
                  setTarget({ shown: { filter: { search, state: stateOf(state), split }, total } })
                }
              >
                Set priorities
              </Button>
            )}
            <LinkButton to="../import" variant="default">
              Import
            </LinkButton>
          </>
        }
      >
        {isAsqa
          ? "Each ambiguous question. Open one to see all its answers side by side."
          : "Each question with its page. Open one to see every annotation of it on the page."}
      </PageHeader>
      <Stack>
        <Group gap="sm">
          <SearchField
            label={isAsqa ? "Search questions and keys" : "Search questions and pages"}
            value={list.filters.search}
            onChange={(search) => list.setFilter("search", search)}
          />
          <ListFilter list={list} name="state" label="State" width={150} data={STATES} />
          {(splits.length > 0 || split !== "") && (
            <ListFilter
              list={list}
              name="split"
              label="Split"
              width={140}
              data={withAny("Any split", [...new Set([...splits, split].filter(Boolean))])}
            />
          )}
          {isAsqa && (
            <ListFilter
              list={list}
              name="has_concern"
              label="Concern"
              width={170}
              data={CONCERNS}
            />
          )}
          <ListFilter
            list={list}
            name="ordering"
            label="Order"
            width={205}
            data={isAsqa ? LONG_FORM_ORDERS : ORDERS}
          />
        </Group>
        <PagedTable
          label="Examples"
          query={examples}
          columns={listColumns(project, (example) => {
            setTarget({ example });
          })}
          rowKey={({ id }) => id}
          page={list.page}
          onPageChange={list.setPage}
          empty={
            list.isFiltered ? (
              <NoMatches what="examples" onShowAll={list.clear}>
                Try fewer words or another state.
              </NoMatches>
            ) : (
              <EmptyState
                icon={IconFileText}
                title="No examples yet"
                action={<LinkButton to="../import">Import examples</LinkButton>}
              >
                {isAsqa
                  ? "Import a file of AmbigNQ or ASQA."
                  : "Import a file of Natural Questions, or questions with pages of your own."}
              </EmptyState>
            )
          }
        />
      </Stack>
      <PriorityDialog slug={project.slug} target={target} onClose={() => setTarget(null)} />
    </>
  );
}
