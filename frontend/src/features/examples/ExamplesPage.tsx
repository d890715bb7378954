import { Anchor, Button, Group, Progress as Bar, Select, Stack, Text } from "@mantine/core";
import { IconFileText, IconSearchOff } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";

import { examplesQuery } from "@/api/projects";
import type { ExampleSummary } from "@/api/types";
import { useProject } from "@/api/useProject";
import { LinkButton } from "@/components/LinkButton";
import { type Column, PagedTable, TwoLines } from "@/components/PagedTable";
import { PageHeader } from "@/components/PageHeader";
import { SearchField } from "@/components/SearchField";
import { EmptyState } from "@/components/states";
import { useDocumentTitle } from "@/components/useDocumentTitle";
import { useListParams } from "@/components/useListParams";

const FILTERS = ["search", "state", "ordering", "split"] as const;

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
];

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

const listColumns = (slug: string): Column<ExampleSummary>[] => [
  {
    key: "question",
    header: "Question",
    render: ({ id, question }) => (
      <TwoLines>
        <Anchor component={Link} to={`/projects/${slug}/examples/${id}`} size="sm" fw={500}>
          {question}
        </Anchor>
      </TwoLines>
    ),
  },
  {
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
  return (
    <>
      <PageHeader
        title="Examples"
        actions={
          <LinkButton to="../import" variant="default">
            Import
          </LinkButton>
        }
      >
        Each question with its page. Open one to see every annotation of it on the page.
      </PageHeader>
      <Stack>
        <Group gap="sm">
          <SearchField
            label="Search questions and pages"
            value={list.filters.search}
            onChange={(search) => {
              list.setFilter("search", search);
            }}
          />
          <Select
            aria-label="State"
            w={150}
            data={STATES}
            value={list.filters.state}
            onChange={(state) => {
              list.setFilter("state", state ?? "");
            }}
          />
          <Select
            aria-label="Order"
            w={205}
            data={ORDERS}
            value={list.filters.ordering}
            onChange={(ordering) => {
              list.setFilter("ordering", ordering ?? "");
            }}
          />
        </Group>
        <PagedTable
          label="Examples"
          query={examples}
          columns={listColumns(project.slug)}
          rowKey={({ id }) => id}
          page={list.page}
          onPageChange={list.setPage}
          empty={
            list.isFiltered ? (
              <EmptyState
                icon={IconSearchOff}
                title="No example fits"
                action={
                  <Button variant="default" onClick={list.clear}>
                    Show all
                  </Button>
                }
              >
                Try fewer words or another state.
              </EmptyState>
            ) : (
              <EmptyState
                icon={IconFileText}
                title="No examples yet"
                action={<LinkButton to="../import">Import examples</LinkButton>}
              >
                Bring in a file of Natural Questions, or questions with pages of your own.
              </EmptyState>
            )
          }
        />
      </Stack>
    </>
  );
}
