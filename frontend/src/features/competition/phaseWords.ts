/** What a phase's dates and rules are in words. */

import type { Phase } from "@/api/competitions";
import { count, formatDateTime, formatNumber } from "@/components/format";
import { fullName } from "@/components/metricWords";
import type { KindPages } from "@/kinds/kindPages";

export const PHASE_STATES: Record<Phase["state"], { label: string; color: string }> = {
  upcoming: { label: "Upcoming", color: "gray" },
  open: { label: "Open", color: "plumb" },
  ended: { label: "Ended", color: "gray" },
};

/** When a phase takes submissions. */
export function describeDates({ starts_at: start, ends_at: end }: Phase): string {
  if (start == null) return end == null ? "No fixed dates" : `Until ${formatDateTime(end)}`;
  if (end == null) return `From ${formatDateTime(start)}`;
  return `${formatDateTime(start)} to ${formatDateTime(end)}`;
}

function times(number: number): string {
  return number === 1 ? "once" : `${number} times`;
}

const SHOWN: Record<Phase["shown_to"], string> = {
  nobody: "Scores are shown when the results are published.",
  team: "Each team sees its own scores at once.",
  everybody: "Everybody sees each team’s best score at once.",
};

/** The rules of a phase, a sentence each. */
export function describeRules(phase: Phase, asks: Pick<KindPages["asks"], "threshold">): string[] {
  const { uploads_total: total, non_null_annotations: answers, ladder_step: step } = phase;
  const inAll = total == null ? "" : `, ${times(total)} in all`;
  const annotations = `${count(answers, "annotation")} ${answers === 1 ? "has" : "have"}`;
  return [
    `Each team may upload ${times(phase.uploads_per_week)} in seven days${inAll}.`,
    `${count(phase.refused_per_week, "file")} may be refused in seven days. A refused file is not an upload.`,
    `The order is by ${fullName(phase.metric)}.`,
    ...(asks.threshold ? [`A question is answerable if at least ${annotations} an answer.`] : []),
    SHOWN[phase.shown_to],
    ...(phase.has_halves
      ? [
          "During the phase, scores are on the public half of the questions. The private half decides.",
        ]
      : []),
    ...(step == null
      ? []
      : [
          `A team sees a new score only if it beats its best by more than ${formatNumber(step, 1)} points.`,
        ]),
  ];
}

interface Shown {
  readonly is_final: boolean;
  readonly half?: "public" | "private" | null;
}

/** What a table's figures are of. */
export function describeFigures({ is_final: isFinal, half }: Shown): string {
  if (half === "public") {
    return "Scores so far, on the public half of the questions. The final table is on the private half.";
  }
  if (half === "private") {
    return "Final scores, on the private half of the questions. No team saw scores on it before.";
  }
  return isFinal
    ? "Final scores, on all questions of the split."
    : "Scores so far, on all questions of the split. In the final table, the submission that each team chose counts.";
}

/** 110000000 as *110M*. */
export function formatParameters(parameters: number): string {
  return new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 }).format(
    parameters,
  );
}
