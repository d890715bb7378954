import { Anchor, Button, Stack, Text, Title, VisuallyHidden } from "@mantine/core";
import { IconBookmark } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { Link } from "react-router";

import { type Parked, parkedQuery } from "@/api/parked";
import { type Column, PAGE_SIZE, PagedTable, TwoLines } from "@/components/PagedTable";
import { RelativeTime } from "@/components/RelativeTime";
import { EmptyState } from "@/components/states";

import { FreeDialog } from "./FreeDialog";

const listColumns = (slug: string, onFree: (parked: Parked) => void): Column<Parked>[] => [
  {
    key: "question",
    header: "Parked",
    render: ({ question, note, asked }) => (
      <Stack gap={2}>
        <TwoLines>{question}</TwoLines>
        {note !== "" && (
          <Text size="xs" c="dimmed">
            Note: {note}
          </Text>
        )}
        {asked !== null && (
          <Anchor component={Link} to={`/projects/${slug}/questions/${asked.id}`} size="xs">
            Asked: {asked.text}
          </Anchor>
        )}
      </Stack>
    ),
  },
  {
    key: "annotator",
    header: "By",
    width: 140,
    render: ({ annotator }) => (
      <Text size="sm" truncate>
        {annotator}
      </Text>
    ),
  },
  {
    key: "since",
    header: "Parked since",
    width: 160,
    render: ({ parked_at: at }) => (at === null ? "–" : <RelativeTime at={at} />),
  },
  {
    key: "action",
    header: <VisuallyHidden>Action</VisuallyHidden>,
    width: 100,
    align: "right",
    render: (parked) => (
      <Button
        size="xs"
        variant="light"
        aria-label={`Free: ${parked.question}`}
        onClick={() => onFree(parked)}
      >
        Free…
      </Button>
    ),
  },
];

/** What annotators have parked, for leads: each keeps a slot that nobody else can have. */
export function ParkedList({ slug }: { slug: string }) {
  const section = useRef<HTMLDivElement>(null);
  const [page, setPage] = useState(1);
  const [freed, setFreed] = useState<Parked | null>(null);
  const parked = useQuery(parkedQuery(slug, { page, page_size: PAGE_SIZE }));
  return (
    <Stack
      ref={section}
      gap="sm"
      component="section"
      aria-labelledby="parked-questions"
      mt="xl"
      tabIndex={-1}
    >
      <Title order={2} size="h3" id="parked-questions">
        Currently parked
      </Title>
      <Text size="sm" c="dimmed">
        The longest parked first, with or without a question to you. A parked question waits until
        its annotator resumes it or you free it.
      </Text>
      <PagedTable
        label="Parked questions"
        query={parked}
        columns={listColumns(slug, setFreed)}
        rowKey={({ id }) => id}
        page={page}
        onPageChange={setPage}
        empty={
          <EmptyState icon={IconBookmark} title="No parked questions">
            Questions that annotators park appear here.
          </EmptyState>
        }
      />
      <FreeDialog
        slug={slug}
        parked={freed}
        onClose={() => setFreed(null)}
        // The row has left with the button that opened the dialog.
        onFreed={() => section.current?.focus()}
      />
    </Stack>
  );
}
