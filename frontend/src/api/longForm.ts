import type { LongFormAssignment, WritingSeconds } from "./longFormTypes";
import type { components } from "./schema";

const NO_TIME: WritingSeconds = { writing: 0 };

/** A draft that a program saved may lack the times; the page counts on from zero then. */
export function toLongForm(
  answer: components["schemas"]["LongFormAssignmentOutput"],
): LongFormAssignment {
  const { draft } = answer;
  if (draft === null) return { ...answer, draft: null };
  return { ...answer, draft: { ...draft, active_seconds: draft.active_seconds ?? NO_TIME } };
}
