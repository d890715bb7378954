import { Button, Modal, Stack } from "@mantine/core";
import { IconHelpCircle, IconPlus } from "@tabler/icons-react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";

import { faqQuery, guidanceKeys, markFaqSeen } from "@/api/guidance";
import { useProject } from "@/api/useProject";
import { FaqForm } from "@/components/FaqForm";
import { PAGE_SIZE } from "@/components/PagedTable";
import { PageHeader } from "@/components/PageHeader";
import { Pages } from "@/components/Pages";
import { QueryView } from "@/components/QueryView";
import { SearchField } from "@/components/SearchField";
import { EmptyState } from "@/components/states";
import { useDocumentTitle } from "@/components/useDocumentTitle";
import { useListParams } from "@/components/useListParams";
import { useStepBack } from "@/components/useStepBack";

import { FaqCard } from "./FaqCard";

const FILTERS = ["search"] as const;

/** Earlier questions with their answers. Marks of new ones stay for this visit. */
export default function FaqPage() {
  const project = useProject();
  const { slug } = project;
  useDocumentTitle("FAQ", project.title);
  const list = useListParams(FILTERS);
  const entries = useQuery(faqQuery(slug, list.query));
  useStepBack(entries, list.page, list.setPage);
  const [isWriting, setWriting] = useState(false);
  useLook(slug, entries.data !== undefined);
  const isLead = project.role === "lead";
  return (
    <>
      <PageHeader
        title="FAQ"
        actions={
          isLead && (
            <Button
              leftSection={<IconPlus size={16} aria-hidden />}
              onClick={() => setWriting(true)}
            >
              New entry
            </Button>
          )
        }
      >
        What annotators asked and what the leads decided. Follow it as you follow the guidelines.
      </PageHeader>
      <Stack gap="md">
        <SearchField
          label="Search the FAQ"
          value={list.filters.search}
          onChange={(search) => list.setFilter("search", search)}
        />
        <QueryView query={entries}>
          {({ results, count }) =>
            results.length === 0 ? (
              <EmptyState
                icon={IconHelpCircle}
                title={list.isFiltered ? "No matching entries" : "No entries yet"}
              >
                {list.isFiltered
                  ? "Try fewer or different words, or park the question and ask."
                  : "Answers that help everybody are published here."}
              </EmptyState>
            ) : (
              <Stack gap="md" maw={820}>
                {results.map((entry) => (
                  <FaqCard key={entry.number} project={project} entry={entry} />
                ))}
                <Pages
                  value={list.page}
                  onChange={list.setPage}
                  count={count}
                  perPage={PAGE_SIZE}
                />
              </Stack>
            )
          }
        </QueryView>
      </Stack>
      <Modal opened={isWriting} onClose={() => setWriting(false)} title="New entry" size="lg">
        <FaqForm
          slug={slug}
          number={null}
          initial={{ title: "", question: "", answer: "" }}
          onDone={() => setWriting(false)}
        />
      </Modal>
    </>
  );
}

/** Tells the server once that the list was looked at; only the navigation's count changes by it. */
function useLook(slug: string, isShown: boolean): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (!isShown) return;
    void markFaqSeen(slug)
      .then(() => queryClient.invalidateQueries({ queryKey: guidanceKeys.news(slug) }))
      // If this fails, it stays new until the next visit.
      .catch(() => undefined);
  }, [slug, isShown, queryClient]);
}
