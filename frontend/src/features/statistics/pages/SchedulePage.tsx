import { Sections } from "../parts/Sections";
import type { Group } from "../parts/SectionView";
import type { Section, StatisticsPageProps } from "../shape";
import { DecisionPath } from "./DecisionPath";

const SCHEDULE: readonly Group[] = [
  {
    title: "Progress so far",
    figures: ["finished_on", "finish", "rate", "submitted", "left", "complete"],
    plots: ["burn_up", "per_day"],
  },
  {
    title: "Active time",
    figures: ["seconds_spent", "seconds_needed"],
  },
  {
    title: "Work in progress",
    figures: ["open", "parked", "waiting", "oldest_question", "late", "expired"],
  },
  { title: "By split", isFolded: true, plots: ["examples_by_split"], tables: ["splits"] },
];

const PROCESS: readonly Group[] = [
  {
    title: "What annotators decide",
    figures: ["null", "bad", "top_level", "single_span", "bad_after_page", "quality_unsaid"],
    plots: ["decision_path", "long_answer_types", "forms", "bad_by_guideline"],
  },
  {
    title: "Where the time goes",
    isFolded: true,
    figures: ["seconds_mean", "seconds_median", "seconds_missing"],
    plots: ["seconds_by_stage", "seconds_distribution"],
    tables: ["seconds"],
  },
];

const ADAPTIVE: readonly Group[] = [
  {
    title: "Adaptive overlap",
    isFolded: true,
    what: "If the project asks for it, examples whose answer is unsettled get more annotations. Settled ones get none.",
    figures: [
      "settled",
      "annotations_wanted",
      "annotations_saved",
      "sample_examples",
      "sample_annotations",
    ],
    plots: ["adaptive_standing", "unsettled_decisions", "cost_and_accuracy"],
  },
];

/** Are we on schedule? What is left and until when, and which way annotations take. */
export default function SchedulePage({ sections }: StatisticsPageProps) {
  return <Schedule sections={sections} process={PROCESS} />;
}

interface ScheduleProps extends StatisticsPageProps {
  /** How answers come about. */
  readonly process: readonly Group[];
}

export function Schedule({ sections, process }: ScheduleProps) {
  const groups: Readonly<Record<string, readonly Group[]>> = {
    adaptive_overlap: ADAPTIVE,
    process,
  };
  return (
    <Sections
      sections={sections.map(withEnd)}
      groups={({ name }) => groups[name] ?? SCHEDULE}
      draw={drawPath}
    />
  );
}

/** Where all annotations are in, the day of the end is the last one, and nothing is expected. */
function withEnd(section: Section): Section {
  if (!section.notes.includes("finished")) return section;
  const figures = section.figures.map((figure) =>
    figure.name === "finish" ? { ...figure, name: "finished_on" } : figure,
  );
  return { ...section, figures };
}

/** The decision path as Figure 2 shows it; anything else as usual. */
function drawPath(section: Section, name: string) {
  const plot = section.plots.find((each) => each.name === name);
  return name === "decision_path" && plot?.missing === null ? (
    <DecisionPath section={section.name} plot={plot} />
  ) : undefined;
}
