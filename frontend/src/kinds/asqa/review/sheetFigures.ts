import type { Agreement, SheetAnnotation } from "@/api/types";
import { formatScore } from "@/components/format";
import { letterOf } from "@/components/letters";

/** Of the published data set (ASQA paper, table 2 and section 3.3), for orientation only. */
export const ASQA_MEANS = { words: 64.8, coverage: 0.92, agreement: 49.6 };

/** ROUGE-L as the paper writes it, from 0 to 100; a dash if it is undefined. */
export function formatAgreement(rouge: number | null): string {
  return rouge === null ? "–" : formatScore(rouge * 100);
}

/** The names of the two answers of an agreement, *A and B*. */
export function pairOf(agreement: Agreement, annotations: readonly SheetAnnotation[]): string {
  return [agreement.first, agreement.second]
    .map((id) => letterOf(annotations.findIndex((each) => each.id === id)))
    .join(" and ");
}

export type Presence = "present" | "confirmed" | "missing";

/** Whether an answer contains one of a disambiguation's short answers. */
export function presenceOf(
  disambiguation: number,
  { found, missing }: Pick<SheetAnnotation, "found" | "missing">,
): Presence {
  if (found.some((each) => each.disambiguation === disambiguation)) return "present";
  return missing.some((each) => each.disambiguation === disambiguation) ? "confirmed" : "missing";
}
