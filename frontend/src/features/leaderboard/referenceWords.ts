import type { References } from "@/api/leaderboard";
import { count, formatShare } from "@/components/format";

function numberOf({ drawn, least, most }: References): string {
  if (least === null || most === null) return "All annotations as references";
  const number = least === most ? count(most, "reference") : `${least} to ${most} references`;
  return drawn === null ? number : `${number}, drawn`;
}

/** How many references a score is against, and what can be answered with them; nothing for ASQA. */
export function describeReferences(references: References | null): string[] {
  if (references === null) return [];
  const { answerable } = references;
  const number = numberOf(references);
  if (answerable === null) return [number];
  const { long, short } = answerable;
  return [`${number}; answerable: long ${formatShare(long)}, short ${formatShare(short)}`];
}
