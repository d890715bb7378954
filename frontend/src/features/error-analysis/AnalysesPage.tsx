import { Anchor, Stack } from "@mantine/core";
import { IconPlus, IconZoomQuestion } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";

import { analysesQuery, type ErrorAnalysis } from "@/api/errorAnalyses";
import { useProject } from "@/api/useProject";
import { LinkButton } from "@/components/LinkButton";
import { type Column, PagedTable } from "@/components/PagedTable";
import { PageHeader } from "@/components/PageHeader";
import { RelativeTime } from "@/components/RelativeTime";
import { EmptyState } from "@/components/states";
import { useDocumentTitle } from "@/components/useDocumentTitle";
import { useListParams } from "@/components/useListParams";

import { SharesTable } from "./SharesTable";
import { analysesAddress, progressOf, systemOf } from "./words";

const FILTERS: readonly never[] = [];

function columnsOf(slug: string): Column<ErrorAnalysis>[] {
  return [
    {
      key: "system",
      header: "Error analysis",
      render: (analysis) => (
        <Anchor component={Link} to={analysesAddress(slug, String(analysis.id))} fw={500}>
          {analysis.number}. {systemOf(analysis)}, {analysis.split}
        </Anchor>
      ),
    },
    { key: "answers", header: "Answers", width: 100, align: "right", render: ({ size }) => size },
    {
      key: "people",
      header: "Labelled by",
      width: 220,
      render: ({ labellers }) => labellers.map(({ name }) => name).join(", "),
    },
    { key: "progress", header: "Labelled", width: 160, render: progressOf },
    {
      key: "opened",
      header: "Opened",
      width: 130,
      render: ({ opened_at: at }) => <RelativeTime at={at} />,
    },
  ];
}

/** A project's error analyses, and the shares of the labels by system. */
export default function AnalysesPage() {
  const { slug, title, role } = useProject();
  useDocumentTitle("Error analyses", title);
  const list = useListParams(FILTERS);
  const analyses = useQuery(analysesQuery(slug, list.query));
  const isLead = role === "lead";
  return (
    <>
      <PageHeader
        title="Error analyses"
        actions={
          isLead && (
            <>
              <LinkButton to={analysesAddress(slug, "labels")} variant="default">
                Labels
              </LinkButton>
              <LinkButton
                to={analysesAddress(slug, "new")}
                leftSection={<IconPlus size={16} aria-hidden />}
              >
                New error analysis
              </LinkButton>
            </>
          )
        }
      >
        What is wrong with a system’s answers: one person labels a sample of them, or two do
        independently.
      </PageHeader>
      <Stack gap="xl">
        <PagedTable
          label="Error analyses"
          query={analyses}
          columns={columnsOf(slug)}
          rowKey={({ id }) => id}
          page={list.page}
          onPageChange={list.setPage}
          empty={
            <EmptyState icon={IconZoomQuestion} title="No error analyses yet">
              {isLead
                ? "Score a system on the leaderboard, then open an analysis of its answers."
                : "A lead names the people who label a system’s answers."}
            </EmptyState>
          }
        />
        <SharesTable slug={slug} />
      </Stack>
    </>
  );
}
