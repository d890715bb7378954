import { Button, Group, Progress as Bar, Stack, Text } from "@mantine/core";
import { IconFileText } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";

import { examplesQuery } from "@/api/projects";
import { queueQuery } from "@/api/queue";
import type { ExampleSummary } from "@/api/types";
import { useProject } from "@/api/useProject";
import { ChosenBar, choiceColumn } from "@/components/ChosenRows";
import { LinkButton } from "@/components/LinkButton";
import { ListFilter, withAny } from "@/components/ListFilter";
import { ListTable } from "@/components/ListTable";
import { ListTools } from "@/components/ListTools";
import { type Column, RowLink } from "@/components/PagedTable";
import { PageHeader } from "@/components/PageHeader";
import { SearchField } from "@/components/SearchField";
import { EmptyState } from "@/components/states";
import { TakeOutButtons } from "@/components/TakeOutButtons";
import { type ChosenRows, useChosenRows } from "@/components/useChosenRows";
import { useDocumentTitle } from "@/components/useDocumentTitle";
import { useListParams } from "@/components/useListParams";
import { useTableColumns } from "@/components/useTableColumns";
import type { KindPages } from "@/kinds/kindPages";
import { useKind } from "@/kinds/useKind";

import { AnswerSplit, MajorityAnswer } from "./AnswerSplit";
import { PriorityDialog, type PriorityTarget, type ShownExamples } from "./PriorityDialog";

const ALWAYS = ["search", "state", "ordering", "split"];

const STATES = [
  { value: "", label: "Any state" },
  { value: "unstarted", label: "Not started" },
  { value: "partial", label: "Under way" },
  { value: "complete", label: "Complete" },
  { value: "taken_out", label: "Taken out" },
];

/** Columns of the list by their names in the file; the kind's own column is the page. */
const IN_FILE: Readonly<Record<string, readonly string[]>> = {
  answer: ["answer"],
  agreement: ["agreement", "split_of_answers"],
  priority: ["priority"],
  annotations: ["annotations", "annotations_required"],
  example_id: ["example_id"],
};

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
          {submitted === required ? submitted : `${submitted} of ${required}`}
        </Text>
        {open > 0 && (
          <Text size="xs" c="dimmed">
            {open} under way
          </Text>
        )}
      </Group>
      {share < 1 && <Bar value={share * 100} size={4} aria-label="Annotations submitted" />}
    </Stack>
  );
}

const listColumns = (
  slug: string,
  own: KindPages["examples"],
  chosen: ChosenRows<ExampleSummary>,
  onPriority: (example: ExampleSummary) => void,
): Column<ExampleSummary>[] => [
  choiceColumn(chosen, ({ question }) => question),
  {
    key: "question",
    header: "Question",
    sort: "question",
    isFixed: true,
    render: ({ id, question }) => (
      <RowLink to={`/projects/${slug}/examples/${id}`}>{question}</RowLink>
    ),
  },
  { ...own.column, width: 180, ...(own.order !== null && { sort: own.order.value }) },
  {
    key: "answer",
    header: "Most frequent answer",
    width: 200,
    render: (example) => <MajorityAnswer answers={example.answers} />,
  },
  {
    key: "agreement",
    header: "Agreement",
    width: 104,
    render: (example) => <AnswerSplit answers={example.answers} />,
  },
  {
    key: "example_id",
    header: "Example ID",
    width: 190,
    isExtra: true,
    render: ({ example_id: id }) => <Text size="sm">{id}</Text>,
  },
  {
    key: "priority",
    header: "Priority",
    sort: "priority",
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
    sort: "annotations_submitted",
    width: 124,
    render: (example) => <Completeness example={example} />,
  },
];

/** The columns of the list's file that stand for those shown. */
function columnsOfFile(shown: readonly string[]): string[] {
  return ["question", ...shown.flatMap((key) => IN_FILE[key] ?? ["page", "split"])];
}

/** All examples of a project, to find one and see how far each is. */
export default function ExamplesPage() {
  const project = useProject();
  useDocumentTitle("Examples", project.title);
  const { examples: own } = useKind(project.kind);
  const names = useMemo(() => [...ALWAYS, ...own.filters.map(({ name }) => name)], [own.filters]);
  const list = useListParams<string>(names);
  const examples = useQuery(examplesQuery(project.slug, { ...list.query, answers: true }));
  const queue = useQuery(queueQuery(project.slug));
  const chosen = useChosenRows(examples.data?.results ?? []);
  const [target, setTarget] = useState<PriorityTarget | null>(null);
  const table = useTableColumns(
    listColumns(project.slug, own, chosen, (example) => {
      setTarget({ example });
    }),
  );
  const splits = (queue.data?.found_splits ?? []).map(({ name }) => name).filter(Boolean);
  const total = examples.data?.count ?? 0;
  const { search = "", state = "", split = "" } = list.filters;
  const isOwnFiltered = own.filters.some(({ name }) => list.filters[name] !== "");
  return (
    <>
      <PageHeader
        title="Examples"
        actions={
          <>
            {total > 0 && !isOwnFiltered && state !== "taken_out" && (
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
        {own.what}
      </PageHeader>
      <Stack>
        <Group gap="sm" align="flex-end">
          <SearchField
            label={own.search}
            value={search}
            onChange={(typed) => list.setFilter("search", typed)}
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
          {own.filters.map((filter) => (
            <ListFilter key={filter.name} list={list} {...filter} />
          ))}
          <ListTools
            slug={project.slug}
            list="examples"
            filters={list.filters}
            choice={table.choice}
            columns={columnsOfFile(table.shown)}
          />
        </Group>
        <ChosenBar chosen={chosen} noun="example">
          <TakeOutButtons slug={project.slug} chosen={chosen.rows} size="xs" />
        </ChosenBar>
        <ListTable
          label="Examples"
          query={examples}
          columns={table.columns}
          list={list}
          hint="Try fewer words or another state."
          empty={
            <EmptyState
              icon={IconFileText}
              title="No examples yet"
              action={<LinkButton to="../import">Import examples</LinkButton>}
            >
              {own.howToStart}
            </EmptyState>
          }
        />
      </Stack>
      <PriorityDialog slug={project.slug} target={target} onClose={() => setTarget(null)} />
    </>
  );
}
