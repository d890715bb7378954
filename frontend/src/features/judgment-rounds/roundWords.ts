import type { Round, Target } from "@/api/judging";
import type { Proportion } from "@/api/judgmentReports";
import { formatPercent } from "@/components/format";

/** What the paper did (NQ, sections 4.3 and 4.4). */
export const PAPER = { size: 139, experts: 4, annotations: 25 } as const;

export const PHASE_NAMES: Readonly<Record<Round["phase"], string>> = {
  independent: "Phase 1: alone",
  consensus: "Phase 2: meeting",
  finished: "Finished",
};

export const TARGET_NAMES: Readonly<Record<Target, string>> = {
  long: "Long answers",
  short: "Short answers",
};

/** `80.2–94.9%`, or a dash. */
export function interval({ low, high }: Pick<Proportion, "low" | "high">): string {
  if (low === null || high === null) return "–";
  return `${formatPercent(low).slice(0, -1)}–${formatPercent(high)}`;
}

export function roundsAddress(slug: string): string {
  return `/projects/${slug}/judgment-rounds`;
}

/** The addresses of a round's pages. */
export function roundAddress(slug: string, id: number | string, page = ""): string {
  return `${roundsAddress(slug)}/${id}${page === "" ? "" : `/${page}`}`;
}

/** Where experts judge and meet. */
export function meetingAddress(slug: string, id: number): string {
  return `/projects/${slug}/judging/${id}`;
}
