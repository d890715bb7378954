import type { Group } from "../parts/SectionView";
import type { StatisticsPageProps } from "../shape";
import { Schedule } from "./SchedulePage";

/** How answers to ASQA's questions come about. */
const PROCESS: readonly Group[] = [
  {
    title: "Length of answers",
    figures: ["answer_words", "knowledge_pieces"],
    plots: ["answer_lengths"],
    tables: ["lengths"],
  },
  {
    title: "What supports answers",
    what: "Every answer should be attributable to its support document: disambiguations, context passages and the annotator’s own knowledge pieces.",
    figures: [
      "support_words",
      "coverage",
      "support_words_without",
      "coverage_without",
      "context_rate",
    ],
    plots: ["coverage_distribution"],
  },
  {
    title: "Concerns and confirmations",
    figures: ["concerns", "overrides", "overridden_disambiguations"],
    plots: ["answers_with"],
  },
  {
    title: "Where the time goes",
    figures: ["writing_seconds_mean", "writing_seconds_median", "writing_seconds_missing"],
    plots: ["writing_minutes", "seconds_by_experience"],
  },
];

/** Are we on schedule? Of ASQA: with the way long-form answers take. */
export default function LongFormSchedulePage({ sections }: StatisticsPageProps) {
  return <Schedule sections={sections} process={PROCESS} />;
}
