import { Sections } from "../parts/Sections";
import type { Group } from "../parts/SectionView";
import type { StatisticsPageProps } from "../shape";

const GROUPS: readonly Group[] = [
  {
    title: "How similar answers are",
    what: "Annotators word their answers freely, so answers are compared by the words they share, in order.",
    figures: ["rouge_l", "rouge_l_pairs"],
    plots: ["rouge_l_distribution"],
  },
  {
    title: "What they answer",
    what: "Two answers can use different words and still cover the same readings of the question.",
    figures: ["presence_agreement", "present_short_answers"],
  },
];

/** Do annotators agree? Of ASQA: how alike the answers to a question are. */
export default function LongFormAgreementPage({ sections }: StatisticsPageProps) {
  return <Sections sections={sections} groups={GROUPS} />;
}
