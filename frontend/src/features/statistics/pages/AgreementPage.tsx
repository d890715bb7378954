import { useReportPlace } from "../parts/ReportContext";
import { Sections } from "../parts/Sections";
import { SectionTable } from "../parts/SectionTable";
import type { Group } from "../parts/SectionView";
import { useAnnotatorNames } from "../parts/useAnnotatorNames";
import type { Section, StatisticsPageProps, Table } from "../shape";
import { renderHeat } from "./HeatCell";

const COEFFICIENTS = ["observed", "fleiss", "alpha", "ac1"];

function figuresOf(field: string): string[] {
  return COEFFICIENTS.map((name) => `${name}_${field}`);
}

const GROUPS: readonly Group[] = [
  {
    title: "How much they agree",
    what: "Only examples with two or more annotations are compared, and each one weighs the same. NULL counts as an answer.",
    figures: ["examples_compared", "pairs_compared"],
    plots: ["observed_by_field", "beyond_chance_by_field"],
  },
  {
    title: "Where they disagree",
    what: "Which decisions conflict, on examples with two or more annotations.",
    plots: ["confused_decisions"],
    tables: ["confusion_long", "confusion_short"],
  },
  {
    title: "Question quality",
    isFolded: true,
    figures: figuresOf("quality"),
    plots: ["examples_by_quality"],
  },
  {
    title: "Long answers",
    isFolded: true,
    figures: [...figuresOf("null"), ...figuresOf("long")],
    plots: ["examples_by_null", "examples_by_long"],
  },
  {
    title: "Short answers",
    isFolded: true,
    figures: [
      ...figuresOf("short"),
      "alpha_short_jaccard",
      "alpha_short_masi",
      "token_f1",
      "token_iou",
      "span_f1",
      "span_iou",
      ...figuresOf("yes_no"),
    ],
    plots: ["examples_by_short"],
  },
  {
    title: "Where and when they agree",
    isFolded: true,
    plots: [
      "agreement_by_week",
      "agreement_by_type",
      "agreement_by_split",
      "agreement_by_guideline",
    ],
  },
  {
    title: "What models estimate",
    isFolded: true,
    what: "Annotator models weigh annotations by each annotator’s estimated ability, and assume that one value is true.",
    plots: ["unsettled_decisions"],
    tables: ["abilities"],
  },
  { title: "Who agrees with whom", isFolded: true, tables: ["pairs"] },
];

/** Do annotators agree? */
export default function AgreementPage({ sections }: StatisticsPageProps) {
  const { slug } = useReportPlace();
  const nameOf = useAnnotatorNames(slug);
  return (
    <Sections
      sections={sections}
      groups={GROUPS}
      draw={(section, name) => drawTable(section, name, nameOf)}
    />
  );
}

/** The tables of annotators with their names, those of confusions as heat; others as usual. */
function drawTable(section: Section, name: string, nameOf: (key: string) => string) {
  const table = section.tables.find((each) => each.name === name);
  if (table === undefined) return undefined;
  if (name.startsWith("confusion_")) {
    return <SectionTable section={section.name} table={table} renderCell={renderHeat} />;
  }
  return (
    <SectionTable
      section={section.name}
      table={{ ...table, rows: inOrder(table) }}
      nameOf={nameOf}
      first={name === "pairs" ? FIRST_PAIRS : undefined}
    />
  );
}

/** Of up to five hundred; the others are a press away. */
const FIRST_PAIRS = 15;

/** Pairs of annotators who agree least first, by the long answer, then by the short one. */
function inOrder({ name, columns, rows }: Table): Table["rows"] {
  if (name !== "pairs") return rows;
  const places = ["agreement_long", "agreement_short"].map((each) =>
    columns.findIndex((column) => column.name === each),
  );
  const agreement = (row: Table["rows"][number], place: number) => {
    const cell = row[place];
    return typeof cell === "number" ? cell : 2;
  };
  return [...rows].sort((one, other) => {
    const differences = places.map((place) => agreement(one, place) - agreement(other, place));
    return differences.find((each) => each !== 0) ?? 0;
  });
}
