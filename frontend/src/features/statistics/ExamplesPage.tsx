import { IconSearchOff } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";

import { type DrillExample, drillQuery } from "@/api/statistics";
import { useProject } from "@/api/useProject";
import { formatValue } from "@/components/figures/values";
import type { Word } from "@/components/figures/word";
import { LinkButton } from "@/components/LinkButton";
import { type Column, PagedTable, RowLink } from "@/components/PagedTable";
import { PageHeader } from "@/components/PageHeader";
import { EmptyState } from "@/components/states";
import { useDocumentTitle } from "@/components/useDocumentTitle";
import { useListParams } from "@/components/useListParams";
import { wordAmong } from "@/kinds/words";

import { DASHBOARDS } from "./dashboards";
import { useHiddenSplit } from "./HiddenSplitChoice";
import { statisticsAddress } from "./parts/ReportContext";

const FILTERS = ["column", "low", "high", "from"] as const;

/** The column of the example table that every list shows anyway. */
const COUNT = "annotations";

const ANNOTATIONS: Column<DrillExample> = {
  key: "annotations",
  header: "Annotations",
  width: 120,
  align: "right",
  render: ({ annotations }) => annotations,
};

function listColumns(slug: string, column: string, word: Word): Column<DrillExample>[] {
  return [
    {
      key: "question",
      header: "Question",
      render: ({ id, question }) => (
        <RowLink to={`/projects/${slug}/examples/${id}`}>{question}</RowLink>
      ),
    },
    ...(column === COUNT ? [] : [ANNOTATIONS]),
    {
      key: "value",
      header: word.label,
      width: 180,
      align: "right",
      render: ({ value }) => formatValue(value, word.unit ?? ""),
    },
  ];
}

/** The examples behind a bar or a point of a dashboard. */
export default function ExamplesPage() {
  const { slug, title } = useProject();
  const { filters, page, setPage } = useListParams(FILTERS);
  const { column, from } = filters;
  const hiddenSplit = useHiddenSplit();
  const [low, high] = [Number(filters.low), Number(filters.high)];
  const examples = useQuery(
    drillQuery(slug, { column, low, high, page, hidden_split: hiddenSplit }),
  );
  const dashboard = DASHBOARDS.find(({ path }) => path === from);
  const word = wordAmong(dashboard?.sections ?? [], column);
  const unit = word.unit ?? "";
  useDocumentTitle(`Examples: ${word.label}`, title);
  const range =
    low === high
      ? formatValue(low, unit)
      : `from ${formatValue(low, unit)} to ${formatValue(high, unit)}`;
  return (
    <>
      <PageHeader
        title="Examples behind the figure"
        actions={
          dashboard !== undefined && (
            <LinkButton
              to={statisticsAddress({ slug, hiddenSplit }, dashboard.path)}
              variant="default"
            >
              {dashboard.question}
            </LinkButton>
          )
        }
      >
        {word.label}: {range}, as the report counted them. Open one to see all its annotations side
        by side.
      </PageHeader>
      <PagedTable
        label="Examples behind the figure"
        query={examples}
        columns={listColumns(slug, column, word)}
        rowKey={({ id }) => id}
        page={page}
        onPageChange={setPage}
        empty={
          <EmptyState icon={IconSearchOff} title="No examples">
            None of the report’s examples is in this range.
          </EmptyState>
        }
      />
    </>
  );
}
