import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { startScoring } from "@/api/leaderboard";
import { queryKeys } from "@/api/queryKeys";
import { splitsQuery } from "@/api/splits";
import type { Project } from "@/api/types";
import { USUAL_THRESHOLD } from "@/components/metricWords";
import { PassagesInput } from "@/components/PassagesInput";
import { SystemForm } from "@/components/SystemForm";
import { useKind } from "@/kinds/useKind";

import { Choice } from "./RunDialog";
import { ThresholdInput } from "./ThresholdInput";
import { WithoutContextInput } from "./WithoutContextInput";

interface UploadFormProps extends Pick<Project, "slug" | "kind"> {
  readonly splits: readonly string[];
  readonly readsAnswers: boolean;
}

function foundLabel(readsAnswers: boolean): string {
  return readsAnswers
    ? "What another reader found in the answers (optional: this site has one)"
    : "What a reader found in the answers (optional)";
}

/** Uploads a system's predictions for a split. */
export function UploadForm({ slug, kind, splits, readsAnswers }: UploadFormProps) {
  const { asks, predictions, readMetrics } = useKind(kind);
  const isRead = readMetrics !== "";
  const [chosen, setSplit] = useState<string | null>(null);
  const [nonNull, setNonNull] = useState<number | null>(USUAL_THRESHOLD);
  const [passages, setPassages] = useState(1);
  const [alone, setAlone] = useState("");
  const split = chosen ?? splits[0] ?? "";
  const drawn = useQuery({ ...splitsQuery(slug), enabled: isRead });
  const own = {
    split,
    non_null_annotations: nonNull ?? USUAL_THRESHOLD,
    passages,
    without_context: alone,
  };
  return (
    <SystemForm
      id="new-system"
      title="Score a system"
      action="Score"
      predictions={predictions}
      send={(system, sending) => startScoring(slug, { ...system, ...own }, sending)}
      says="The predictions are uploaded. Scoring continues even if you leave this page."
      // On the hidden split, only the site’s own reader counts.
      foundLabel={!isRead || split === drawn.data?.hidden ? null : foundLabel(readsAnswers)}
      list={queryKeys.jobs(slug)}
    >
      <Choice label="Split" data={splits} value={split} onChange={setSplit} />
      {asks.threshold && <ThresholdInput value={nonNull} onChange={setNonNull} />}
      {asks.passages && <PassagesInput value={passages} onChange={setPassages} />}
      {asks.withoutContext && <WithoutContextInput kind={kind} value={alone} onChange={setAlone} />}
    </SystemForm>
  );
}
