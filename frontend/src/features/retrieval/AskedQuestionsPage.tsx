import { Select, Text } from "@mantine/core";
import { IconListSearch } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";

import { type AskedQuestion, askedQuestionsQuery } from "@/api/retrieval";
import { useProject } from "@/api/useProject";
import { LinkButton } from "@/components/LinkButton";
import { type Column, PAGE_SIZE, PagedTable, RowLink } from "@/components/PagedTable";
import { PageHeader } from "@/components/PageHeader";
import { EmptyState } from "@/components/states";
import { useDocumentTitle } from "@/components/useDocumentTitle";
import { useListParams } from "@/components/useListParams";

import { formatRank } from "./words";

const FILTERS = ["beyond"] as const;
const DEFAULT = "10";

function columnsOf(slug: string, benchmark: number): Column<AskedQuestion>[] {
  return [
    {
      key: "question",
      header: "Question",
      render: ({ number, question }) => (
        <RowLink to={`/projects/${slug}/leaderboard/retrieval/${benchmark}/questions/${number}`}>
          {question}
        </RowLink>
      ),
    },
    {
      key: "ranks",
      header: "Rank of the right sentence",
      width: 260,
      render: ({ ranks }) => (
        <Text size="sm">
          {ranks.map(({ name, sentence_rank: rank }) => `${name} ${formatRank(rank)}`).join(" · ")}
        </Text>
      ),
    },
  ];
}

/** The questions whose right sentence no encoder ranks among the first ones, the hardest first. */
export default function AskedQuestionsPage() {
  const { slug, title } = useProject();
  const benchmark = Number(useParams().benchmark);
  const { filters, page, setFilter, setPage } = useListParams(FILTERS);
  const beyond = filters.beyond === "" ? DEFAULT : filters.beyond;
  const questions = useQuery(
    askedQuestionsQuery(slug, benchmark, { beyond: Number(beyond), page, page_size: PAGE_SIZE }),
  );
  const heading = beyond === "0" ? "All questions" : "Questions that every encoder misses";
  useDocumentTitle(heading, title);
  return (
    <>
      <PageHeader
        title={heading}
        actions={
          <LinkButton
            to={`/projects/${slug}/leaderboard/retrieval?benchmark=${benchmark}`}
            variant="default"
          >
            Retrieval
          </LinkButton>
        }
      >
        The hardest come first. Open one to see what each encoder found.
      </PageHeader>
      <Select
        label="Which questions"
        w={320}
        maw="100%"
        mb="md"
        data={[
          { value: "1", label: "No encoder ranks it first" },
          { value: "5", label: "Not among the first 5 of any" },
          { value: DEFAULT, label: "Not among the first 10 of any" },
          { value: "100", label: "Not among the first 100 of any" },
          { value: "0", label: "All questions" },
        ]}
        value={beyond}
        onChange={(value) => {
          setFilter("beyond", value === DEFAULT ? "" : (value ?? ""));
        }}
      />
      <PagedTable
        label={heading}
        query={questions}
        columns={columnsOf(slug, benchmark)}
        rowKey={({ number }) => number}
        page={page}
        onPageChange={setPage}
        empty={
          <EmptyState icon={IconListSearch} title="No questions">
            For every question, at least one encoder ranks a right sentence among the first.
          </EmptyState>
        }
      />
    </>
  );
}
