import { Anchor, Group as Row } from "@mantine/core";
import { Link } from "react-router";

import type { Cell } from "@/components/charts/figureData";

import { useReportPlace } from "../parts/ReportContext";
import { Sections } from "../parts/Sections";
import { SectionTable } from "../parts/SectionTable";
import type { Group } from "../parts/SectionView";
import type { StatisticsPageProps } from "../shape";
import { renderExampleCell } from "./ExampleCell";

const GROUPS: readonly Group[] = [
  {
    title: "What experts judged",
    figures: ["psi_long", "correct_long", "debatable_long", "wrong_long"].flatMap((name) => [
      name,
      name.replace("_long", "_short"),
    ]),
    tables: ["table_2", "rounds"],
  },
  {
    title: "How many annotators find an answer",
    what: "The more annotators give an answer, the more often the judged one is right.",
    plots: ["figure_4_long", "figure_4_short"],
    figures: [
      "footnote_9_correct_long",
      "footnote_9_wrong_long",
      "footnote_9_correct_short",
      "footnote_9_wrong_short",
    ],
    tables: ["figure_6"],
  },
  {
    title: "How far 25 annotators differ",
    isFolded: true,
    figures: [
      "many_examples",
      "many_mean_mu_long",
      "many_mean_mu_short",
      "many_mean_distinct_long",
      "many_mean_distinct_short",
      "many_mean_entropy_long",
      "many_mean_entropy_short",
    ],
    plots: ["many_popular_long", "many_popular_short", "many_distinct_long", "many_distinct_short"],
    tables: ["many_varied_long", "many_varied_short"],
  },
];

/** A round's report and its sheet, for the cell with its key. */
function renderRoundCell(slug: string) {
  return (cell: Cell, column: string) => {
    if (column !== "round" || typeof cell !== "number") return undefined;
    const address = `/projects/${slug}/judgment-rounds/${cell}`;
    return (
      <Row gap="sm" wrap="nowrap">
        <Anchor component={Link} to={`${address}/report`} size="sm">
          Report
        </Anchor>
        <Anchor component={Link} to={`${address}/sheet`} size="sm">
          Sheet
        </Anchor>
      </Row>
    );
  };
}

/**
 * 25 answers per question: Table 2, Figures 4 and 6 of the paper, and how far 25 annotators
 * differ.
 */
export default function ManyAnnotationsPage({ sections }: StatisticsPageProps) {
  const { slug } = useReportPlace();
  return (
    <Sections
      sections={sections}
      groups={GROUPS}
      draw={(section, name) => {
        const table = section.tables.find((each) => each.name === name);
        if (table === undefined || name === "table_2") return undefined;
        return (
          <SectionTable
            section={section.name}
            table={table}
            renderCell={name === "rounds" ? renderRoundCell(slug) : renderExampleCell(slug)}
          />
        );
      }}
    />
  );
}
