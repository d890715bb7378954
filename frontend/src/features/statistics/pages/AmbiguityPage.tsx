import { useReportPlace } from "../parts/ReportContext";
import { Sections } from "../parts/Sections";
import { SectionTable } from "../parts/SectionTable";
import type { Group } from "../parts/SectionView";
import type { StatisticsPageProps } from "../shape";
import { renderExampleCell } from "./ExampleCell";

const GROUPS: readonly Group[] = [
  {
    title: "Is there an answer?",
    what: "Annotators can disagree on whether a page has an answer at all.",
    figures: ["compared_examples", "mean_mu_long", "mean_mu_short"],
    plots: ["mu_long", "mu_short"],
  },
  {
    title: "Which answer is it?",
    isFolded: true,
    what: "When they give an answer, they can choose different places, or mark more or less of the same place.",
    figures: [
      "mean_distinct_long",
      "mean_distinct_short",
      "mean_entropy_long",
      "mean_entropy_short",
    ],
    plots: ["popular_long", "popular_short", "distinct_long", "distinct_short"],
    tables: ["by_annotations"],
  },
  {
    title: "Where annotators differ most",
    tables: ["most_varied_long", "most_varied_short"],
  },
];

/** Where is the page ambiguous? How far annotators of the same example differ. */
export default function AmbiguityPage({ sections }: StatisticsPageProps) {
  const { slug } = useReportPlace();
  return (
    <Sections
      sections={sections}
      groups={GROUPS}
      draw={(section, name) => {
        const table = section.tables.find((each) => each.name === name);
        return name.startsWith("most_varied") && table !== undefined ? (
          <SectionTable section={section.name} table={table} renderCell={renderExampleCell(slug)} />
        ) : undefined;
      }}
    />
  );
}
