import type { Study } from "@/api/comparisons";

/** How many of a study's comparisons are submitted. */
export function progressOf({ comparers }: Pick<Study, "comparers">): {
  readonly done: number;
  readonly total: number;
} {
  return {
    done: comparers.reduce((sum, each) => sum + each.done, 0),
    total: comparers.reduce((sum, each) => sum + each.total, 0),
  };
}
