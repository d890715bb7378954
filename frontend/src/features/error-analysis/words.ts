import type { ErrorAnalysis, LabelShare } from "@/api/errorAnalyses";
import { formatShare } from "@/components/format";

export function analysesAddress(slug: string, page = ""): string {
  return `/projects/${slug}/error-analyses${page === "" ? "" : `/${page}`}`;
}

/** Whose answers are analysed. Experts may compare long-form answers blind: they are not told. */
export function systemOf({ system_name: name }: Pick<ErrorAnalysis, "system_name">): string {
  return name === "" ? "unnamed system" : name;
}

/** `95% interval 67–89%`, or why there is none. */
export function intervalOf({ low, high, no_interval: reason }: LabelShare): string {
  if (low === null || high === null) return reason;
  return `95% interval ${formatShare(low).slice(0, -1)}–${formatShare(high)}`;
}

/** How far the labelling is: `Finished`, `12 of 50`, or both people's numbers. */
export function progressOf(analysis: ErrorAnalysis): string {
  const { finished_at: finished, cancelled_at: cancelled, labellers, size } = analysis;
  if (cancelled !== null) return "Cancelled";
  if (finished !== null) return "Finished";
  return labellers
    .map(({ labelled, finished_at: done }) =>
      done === null ? `${labelled ?? "?"} of ${size}` : "done",
    )
    .join(", ");
}
