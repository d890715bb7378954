import { Sections } from "../parts/Sections";
import type { Group } from "../parts/SectionView";
import type { StatisticsPageProps } from "../shape";

const WHO = ["single_annotator", "super_annotator", "one_against_others"] as const;

function ofEverybody(score: string, part: string): string[] {
  return WHO.map((who) => `${score}_${who}_${part}`);
}

const GROUPS: readonly Group[] = [
  {
    title: "How well people do",
    what: "A model that learns from many annotations can do better than one annotator. The super-annotator shows how far it can be expected to get.",
    figures: [...ofEverybody("f1", "long"), ...ofEverybody("f1", "short")],
    tables: ["table_3"],
    plots: ["scores_long", "scores_short"],
  },
  {
    title: "Accuracy",
    what: "Every example counts, including those whose right answer is NULL.",
    figures: [
      ...ofEverybody("accuracy", "long"),
      ...ofEverybody("accuracy", "short"),
      "answerable_long",
      "answerable_short",
    ],
  },
  {
    title: "How many answers to require before predicting one",
    figures: ["best_alpha_long", "best_alpha_short"],
    plots: ["alpha_long", "alpha_short"],
  },
  {
    title: "The effect of β and k",
    isFolded: true,
    plots: ["f1_by_beta", "f1_by_references"],
  },
  {
    title: "When an answer pays off",
    isFolded: true,
    what: "For a model that knows how likely each answer is.",
    figures: ["bayes_threshold"],
    plots: ["thresholds", "thresholds_given_null"],
  },
];

/** How good can a model get? What annotators reach on the paper's own measure. */
export default function HumanBoundPage({ sections }: StatisticsPageProps) {
  return <Sections sections={sections} groups={GROUPS} />;
}
