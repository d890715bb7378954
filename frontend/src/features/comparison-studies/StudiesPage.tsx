import { Anchor, Stack, Text } from "@mantine/core";
import { IconColumns2, IconFileImport, IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";

import { studiesQuery, type Study } from "@/api/comparisons";
import { useProject } from "@/api/useProject";
import { count, formatCount } from "@/components/format";
import { LinkButton } from "@/components/LinkButton";
import { type Column, PagedTable } from "@/components/PagedTable";
import { PageHeader } from "@/components/PageHeader";
import { RelativeTime } from "@/components/RelativeTime";
import { EmptyState } from "@/components/states";
import { useDocumentTitle } from "@/components/useDocumentTitle";
import { useListParams } from "@/components/useListParams";

import { progressOf } from "./progress";
import { StudyState } from "./StudyState";

const FILTERS: readonly never[] = [];

function columnsOf(slug: string): Column<Study>[] {
  return [
    {
      key: "title",
      header: "Study",
      render: ({ id, title, systems }) => (
        <Stack gap={0}>
          <Anchor component={Link} to={`/projects/${slug}/comparison-studies/${id}`} fw={500}>
            {title}
          </Anchor>
          <Text size="xs" c="dimmed" truncate>
            {systems.map(({ name }) => name).join(", ")}
          </Text>
        </Stack>
      ),
    },
    {
      key: "size",
      header: "Size",
      width: 190,
      render: ({ question_count: questions, pair_count: pairs }) => (
        <Text size="sm">
          {count(questions, "question")}, {count(pairs, "pair")}
        </Text>
      ),
    },
    {
      key: "compared",
      header: "Compared",
      width: 120,
      align: "right",
      render: (study) => {
        const { done, total } = progressOf(study);
        return `${formatCount(done)} of ${formatCount(total)}`;
      },
    },
    {
      key: "opened",
      header: "Opened",
      width: 130,
      render: ({ opened_at: at }) => <RelativeTime at={at} />,
    },
    {
      key: "state",
      header: "State",
      width: 130,
      render: (study) => <StudyState study={study} />,
    },
  ];
}

/** A project's comparison studies, for its leads. */
export default function StudiesPage() {
  const project = useProject();
  const { slug } = project;
  useDocumentTitle("Comparison studies", project.title);
  const list = useListParams(FILTERS);
  const studies = useQuery(studiesQuery(slug, list.query));
  return (
    <>
      <PageHeader
        title="Comparison studies"
        actions={
          <>
            <LinkButton
              to={`/projects/${slug}/comparison-studies/import`}
              variant="default"
              leftSection={<IconFileImport size={16} aria-hidden />}
            >
              Import a file
            </LinkButton>
            <LinkButton
              to={`/projects/${slug}/comparison-studies/new`}
              leftSection={<IconPlus size={16} aria-hidden />}
            >
              New study
            </LinkButton>
          </>
        }
      >
        Experts compare pairs of long-form answers by people and systems, without knowing whose they
        are.
      </PageHeader>
      <PagedTable
        label="Comparison studies"
        query={studies}
        columns={columnsOf(slug)}
        rowKey={({ id }) => id}
        page={list.page}
        onPageChange={list.setPage}
        empty={
          <EmptyState icon={IconColumns2} title="No studies yet">
            Open one with answers from files and from this project’s annotations, or import
            comparisons made elsewhere.
          </EmptyState>
        }
      />
    </>
  );
}
