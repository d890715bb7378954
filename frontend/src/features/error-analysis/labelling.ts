import type { ErrorLabel } from "@/api/errorAnalyses";

/** The labels after one was pressed: a label that stands alone takes the others away. */
export function pressed(
  chosen: readonly number[],
  place: number,
  labels: readonly ErrorLabel[],
): readonly number[] {
  if (chosen.includes(place)) return chosen.filter((each) => each !== place);
  if (labels[place]?.is_alone === true) return [place];
  const beside = chosen.filter((each) => labels[each]?.is_alone !== true);
  return [...beside, place].sort((one, other) => one - other);
}
