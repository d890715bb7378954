import { Anchor, Group, Stack, Text } from "@mantine/core";
import { IconScale } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";

import { type DisagreementSummary, disagreementsQuery } from "@/api/disagreements";
import { useProject } from "@/api/useProject";
import { formatShare } from "@/components/format";
import { LinkButton } from "@/components/LinkButton";
import { ListFilter } from "@/components/ListFilter";
import { type Column, PagedTable, RowLink } from "@/components/PagedTable";
import { PageHeader } from "@/components/PageHeader";
import { RelativeTime } from "@/components/RelativeTime";
import { EmptyState } from "@/components/states";
import { useDocumentTitle } from "@/components/useDocumentTitle";
import { useListParams } from "@/components/useListParams";

const FILTERS = ["state"] as const;

/** In pixels: question and agreement fit a phone's window. */
const NARROWEST = 320;

const STATES = [
  { value: "", label: "To decide on" },
  { value: "decided", label: "Decided" },
];

const DECIDED: Column<DisagreementSummary> = {
  key: "decision",
  header: "Decided",
  width: 240,
  render: ({ decision }) =>
    decision && (
      <Stack gap={0}>
        <Text size="sm">
          {decision.decided_by}, <RelativeTime at={decision.decided_at} />
        </Text>
        {decision.reason !== "" && (
          <Text size="xs" c="dimmed" lineClamp={2}>
            {decision.reason}
          </Text>
        )}
      </Stack>
    ),
};

const listColumns = (slug: string, isDecided: boolean): Column<DisagreementSummary>[] => [
  {
    key: "question",
    header: "Question",
    render: ({ id, question, page_title: title }) => (
      <Stack gap={0} align="flex-start">
        <RowLink to={`/projects/${slug}/disagreements/${id}`}>{question}</RowLink>
        <Text size="xs" c="dimmed">
          {title}
        </Text>
      </Stack>
    ),
  },
  {
    key: "agreement",
    header: "Agreement",
    align: "right",
    width: 130,
    render: ({ agreement }) => formatShare(agreement),
  },
  ...(isDecided ? [DECIDED] : []),
];

/** Examples on which annotators disagree, for a lead, who decides on their answers. */
export default function DisagreementsPage() {
  const project = useProject();
  const { slug } = project;
  useDocumentTitle("Disagreements", project.title);
  const list = useListParams(FILTERS);
  const disagreements = useQuery(disagreementsQuery(slug, list.query));
  const first = disagreements.data?.results[0];
  return (
    <>
      <PageHeader
        title="Disagreements"
        actions={
          first !== undefined &&
          !list.isFiltered && <LinkButton to={String(first.id)}>Decide on the first</LinkButton>
        }
      >
        Decide which answer is right where annotators disagree. Examples with the least agreement
        come first, by the newest{" "}
        <Anchor component={Link} underline="always" to={`/projects/${slug}/statistics`}>
          statistics
        </Anchor>
        . The{" "}
        <Anchor component={Link} underline="always" to={`/projects/${slug}/export`}>
          export
        </Anchor>{" "}
        has your decisions.
      </PageHeader>
      <Stack>
        <Group>
          <ListFilter list={list} name="state" label="State" width={150} data={STATES} />
        </Group>
        <PagedTable
          label="Disagreements"
          query={disagreements}
          columns={listColumns(slug, list.isFiltered)}
          rowKey={({ id }) => id}
          {...(!list.isFiltered && { minWidth: NARROWEST })}
          page={list.page}
          onPageChange={list.setPage}
          empty={
            <EmptyState
              icon={IconScale}
              title={list.isFiltered ? "Nothing is decided yet" : "Nothing to decide on"}
            >
              {list.isFiltered
                ? "What you decide on appears here."
                : "Examples appear here once the statistics find that their annotators disagree."}
            </EmptyState>
          }
        />
      </Stack>
    </>
  );
}
