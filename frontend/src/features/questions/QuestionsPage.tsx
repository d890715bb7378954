import { Badge, Group, SegmentedControl, Stack, Text } from "@mantine/core";
import { IconMessageQuestion } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";

import { type Thread, threadsQuery } from "@/api/guidance";
import { useProject } from "@/api/useProject";
import { type Column, PagedTable, RowLink } from "@/components/PagedTable";
import { PageHeader } from "@/components/PageHeader";
import { RelativeTime } from "@/components/RelativeTime";
import { SearchField } from "@/components/SearchField";
import { EmptyState } from "@/components/states";
import { useDocumentTitle } from "@/components/useDocumentTitle";
import { useListParams } from "@/components/useListParams";

import { ParkedList } from "./ParkedList";
import { ThreadBadge } from "./ThreadBadge";

const FILTERS = ["state", "search"] as const;

const STATES = [
  { value: "", label: "All" },
  { value: "waiting", label: "Waiting" },
  { value: "overdue", label: "Overdue" },
  { value: "answered", label: "Answered" },
  { value: "closed", label: "Closed" },
];

const listColumns = (slug: string, isLead: boolean): Column<Thread>[] => [
  {
    key: "question",
    header: "Asked",
    render: ({ id, messages, question, faq_entries: entries }) => (
      <Stack gap={2}>
        <RowLink to={`/projects/${slug}/questions/${id}`}>{messages[0]?.text}</RowLink>
        <Group gap={8} wrap="nowrap">
          <Text size="xs" c="dimmed" lineClamp={1}>
            {question}
          </Text>
          {entries.length > 0 && <Badge color="gray">in the FAQ</Badge>}
        </Group>
      </Stack>
    ),
  },
  ...(isLead
    ? [
        {
          key: "asker",
          header: "By",
          width: 140,
          render: ({ asker }: Thread) => (
            <Text size="sm" truncate>
              {asker}
            </Text>
          ),
        },
      ]
    : []),
  { key: "state", header: "State", width: 120, render: (row) => <ThreadBadge thread={row} /> },
  {
    key: "time",
    header: "Waiting since",
    width: 160,
    render: ({ waiting_since: since, answered_at: answered }) =>
      since !== null ? (
        <RelativeTime at={since} />
      ) : (
        <Text size="sm" c="dimmed" component="div">
          {answered === null ? "–" : <RelativeTime at={answered} />}
        </Text>
      ),
  },
];

/** What was asked when questions were parked: for leads all of it, for others their own. */
export default function QuestionsPage() {
  const project = useProject();
  const isLead = project.role === "lead";
  useDocumentTitle("Help requests", project.title);
  const list = useListParams(FILTERS);
  const threads = useQuery(threadsQuery(project.slug, list.query));
  return (
    <>
      <PageHeader title="Help requests">
        {isLead
          ? "What annotators asked when they parked a question, the longest waiting first. An answer is overdue after a day."
          : "What you asked the leads, and what they answered."}
      </PageHeader>
      <Stack gap="sm">
        <Group>
          <SegmentedControl
            size="sm"
            aria-label="State"
            data={STATES}
            value={list.filters.state}
            onChange={(state) => list.setFilter("state", state)}
          />
          <SearchField
            label="Search the questions"
            value={list.filters.search}
            onChange={(search) => list.setFilter("search", search)}
          />
        </Group>
        <PagedTable
          label="Help requests"
          query={threads}
          columns={listColumns(project.slug, isLead)}
          rowKey={({ id }) => id}
          page={list.page}
          onPageChange={list.setPage}
          empty={
            <EmptyState
              icon={IconMessageQuestion}
              title={list.isFiltered ? "No matching questions" : "No questions yet"}
            >
              {list.isFiltered
                ? "Choose another state above, or search for other words."
                : isLead
                  ? "When annotators are unsure, they park a question and ask you. It appears here."
                  : "When you are unsure, park a question and ask the leads. Their answer appears here."}
            </EmptyState>
          }
        />
      </Stack>
      {isLead && <ParkedList slug={project.slug} />}
    </>
  );
}
