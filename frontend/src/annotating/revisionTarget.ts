import { readOwnAnnotation, reviseAnnotation, saveRevisionDraft } from "@/api/annotations";

import type { DraftTarget, WayBack } from "./draftTarget";

/** A submitted answer of the caller's, which is kept apart from the answer that it replaces. */
export function revisionTarget(assignment: number, first: number, back: WayBack): DraftTarget {
  return {
    storeKey: `${assignment}:revision`,
    standing: "open",
    back,
    takesBack: true,
    read: async ({ revising }) => (await readOwnAnnotation(revising ?? first)).assignment,
    save: (draft, { revising }) => saveRevisionDraft(revising ?? first, draft),
    submit: (answer, { idempotencyKey, revising, reason }) =>
      reviseAnnotation(revising ?? first, { ...answer, reason }, idempotencyKey),
  };
}
