import { Select } from "@mantine/core";
import { IconSearchOff } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";

import { type ScoredExample, scoredExamplesQuery } from "@/api/systemResults";
import { useProject } from "@/api/useProject";
import { LinkButton } from "@/components/LinkButton";
import { type Column, PAGE_SIZE, PagedTable, RowLink } from "@/components/PagedTable";
import { PageHeader } from "@/components/PageHeader";
import { EmptyState } from "@/components/states";
import { useDocumentTitle } from "@/components/useDocumentTitle";
import { useListParams } from "@/components/useListParams";

import { GROUPINGS, groupName, RESULTS } from "./resultWords";

const FILTERS = ["split", "part", "grouping", "group", "result"] as const;

function columnsOf(slug: string, system: number, split: string): Column<ScoredExample>[] {
  const asked = new URLSearchParams({ system: String(system), split }).toString();
  return [
    {
      key: "question",
      header: "Question",
      render: ({ example, question }) => (
        <RowLink to={`/projects/${slug}/examples/${example}?${asked}`}>{question}</RowLink>
      ),
    },
    {
      key: "long",
      header: "Long answer",
      width: 220,
      render: ({ long_result: result }) => RESULTS[result],
    },
    {
      key: "short",
      header: "Short answer",
      width: 220,
      render: ({ short_result: result }) => RESULTS[result],
    },
  ];
}

/** The examples of a group with a result of a system; each opens with the system's answer drawn. */
export default function SystemExamplesPage() {
  const { slug, title } = useProject();
  const system = Number(useParams().system);
  const { filters, page, setFilter, setPage } = useListParams(FILTERS);
  const { split, result } = filters;
  const part = filters.part === "short" ? "short" : "long";
  const grouping = filters.grouping === "" ? "all" : filters.grouping;
  const group = filters.group === "" ? "all" : filters.group;
  const examples = useQuery(
    scoredExamplesQuery(slug, system, {
      split,
      part,
      grouping,
      group,
      ...(result !== "" && { result }),
      page,
      page_size: PAGE_SIZE,
    }),
  );
  useDocumentTitle("Examples of a system", title);
  return (
    <>
      <PageHeader
        title="Examples of a system"
        actions={
          <LinkButton
            to={`/projects/${slug}/leaderboard/systems/${system}?split=${split}&part=${part}`}
            variant="default"
          >
            Results
          </LinkButton>
        }
      >
        {GROUPINGS[grouping]?.title}
        {grouping !== "all" && `: ${groupName(grouping, group)}`}. Open one to see the system’s
        answer on the page beside the annotators’.
      </PageHeader>
      <Select
        aria-label={part === "long" ? "Result of the long answer" : "Result of the short answer"}
        w={300}
        mb="md"
        data={[
          { value: "", label: "Any result" },
          ...Object.entries(RESULTS).map(([value, label]) => ({ value, label })),
        ]}
        value={result}
        onChange={(value) => {
          setFilter("result", value ?? "");
        }}
      />
      <PagedTable
        label="Examples of a system"
        query={examples}
        columns={columnsOf(slug, system, split)}
        rowKey={({ example }) => example}
        page={page}
        onPageChange={setPage}
        empty={
          <EmptyState icon={IconSearchOff} title="No examples">
            No example of this group has this result.
          </EmptyState>
        }
      />
    </>
  );
}
