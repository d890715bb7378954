import { readOwnAnnotation, reviseAnnotation, saveRevisionDraft } from "@/api/annotations";
import type { AnswerBody, Assignment, DraftBody, Submitted } from "@/api/types";

import type { DraftTarget, WayBack } from "./draftTarget";

interface Revisions extends Pick<DraftTarget, "back" | "storeKey" | "isOwnAnnotation"> {
  /** The version that was opened. */
  readonly first: number;
  readonly read: (id: number) => Promise<{ readonly assignment: Assignment }>;
  readonly save: (id: number, draft: DraftBody) => Promise<Assignment>;
  readonly revise: (
    id: number,
    answer: AnswerBody & { reason: string },
    idempotencyKey: string,
  ) => Promise<Submitted>;
}

/** An answer that is changed: what is sent goes to the version that it replaces. */
export function versionTarget({ first, read, save, revise, ...rest }: Revisions): DraftTarget {
  return {
    ...rest,
    standing: "open",
    read: async ({ revising }) => (await read(revising ?? first)).assignment,
    save: (draft, { revising }) => save(revising ?? first, draft),
    submit: (answer, { idempotencyKey, revising, reason }) =>
      revise(revising ?? first, { ...answer, reason }, idempotencyKey),
  };
}

/** A submitted answer of the caller's; its draft is kept apart from the answer that it replaces. */
export function revisionTarget(assignment: number, first: number, back: WayBack): DraftTarget {
  return versionTarget({
    storeKey: `${assignment}:revision`,
    back,
    isOwnAnnotation: true,
    first,
    read: readOwnAnnotation,
    save: saveRevisionDraft,
    revise: reviseAnnotation,
  });
}
