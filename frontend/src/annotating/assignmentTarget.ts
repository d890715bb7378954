import { readAssignment, saveDraft, submitAnswer } from "@/api/assignments";

import type { DraftTarget } from "./draftTarget";

/** One of the caller's assignments. `takesNext`: its submission brings the next one, too. */
export function assignmentTarget(id: number, { takesNext = false } = {}): DraftTarget {
  return {
    storeKey: id,
    standing: "open",
    back: null,
    isOwnAnnotation: true,
    read: () => readAssignment(id),
    save: (draft, { page }) => saveDraft(id, draft, page),
    submit: (answer, { idempotencyKey }) => submitAnswer(id, answer, idempotencyKey, { takesNext }),
  };
}

/** A question of the queue that is only reserved, until it is the caller's or has `ended`. */
export function reservationTarget(id: number, { ended }: { ended: boolean }): DraftTarget {
  return { ...assignmentTarget(id), standing: ended ? "ended" : "reserved" };
}
