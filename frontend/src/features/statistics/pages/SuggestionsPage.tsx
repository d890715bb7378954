import { Stack } from "@mantine/core";

import { suggestionsFile } from "@/api/suggestions";
import { SplitFiles } from "@/components/SplitFiles";

import { useReportPlace } from "../parts/ReportContext";
import { Sections } from "../parts/Sections";
import type { Group } from "../parts/SectionView";
import type { StatisticsPageProps } from "../shape";

const GROUPS: readonly Group[] = [
  {
    title: "What they save",
    figures: ["time_saved", "seconds_with_suggestion", "seconds_without_suggestion"],
  },
  {
    title: "What they bias",
    figures: ["anchoring_effect", "agreeing_with_suggestion", "agreeing_without_suggestion"],
  },
  {
    title: "What annotators did with them",
    figures: ["with_suggestion", "without_suggestion"],
    tables: ["suggestion_uses"],
  },
];

/** What do suggestions cost? Time saved and the anchoring effect, by the draw of who sees one. */
export default function SuggestionsPage({ sections }: StatisticsPageProps) {
  const { slug } = useReportPlace();
  return (
    <Stack gap="xl">
      <Sections sections={sections} groups={GROUPS} />
      {sections.some(({ figures }) => figures.length > 0) && (
        <SplitFiles
          slug={slug}
          what="Every suggestion and its use."
          files={[{ label: "CSV", address: suggestionsFile(slug) }]}
        />
      )}
    </Stack>
  );
}
