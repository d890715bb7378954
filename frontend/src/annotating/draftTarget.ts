import { toApiError } from "@/api/errors";
import type { AnswerBody, Assignment, Submitted } from "@/api/types";

import type { Drafted, DraftOf } from "./draftKeeper";
import type { StoreKey } from "./draftStore";

interface At {
  /** The annotation that a revision replaces: a newer one, once a conflict with that was decided. */
  readonly revising: number | null;
}

interface SavedAt extends At {
  /** What is to come of the page with the answer, as `saveDraft` takes it. */
  readonly page?: "0" | "rendered" | undefined;
}

interface SubmittedAt extends At {
  readonly idempotencyKey: string;
  /** Why a submitted answer is changed; "" for a first one. */
  readonly reason: string;
}

/** What an answer is saved to, from its opening to its submission. */
export interface DraftTarget<
  Opened extends Drafted = Assignment,
  Answer extends object = AnswerBody,
  Taken = Submitted,
> {
  /** What the browser keeps the draft under, and what is being typed. */
  readonly storeKey: StoreKey;
  /** `reserved`: nothing is saved until it is the caller's. `ended`: it is somebody else's by now. */
  readonly standing: "open" | "reserved" | "ended";
  /** The way back; null for an assignment, which is skipped, parked or given back instead. */
  readonly back: WayBack | null;
  /**
   * Whether it becomes an annotation of the caller's own. Only that can be taken back, so that it
   * needs no review before, and only for that is counted how the caller got there.
   */
  readonly isOwnAnnotation: boolean;
  /** The present state, with its draft. */
  readonly read: (at: At) => Promise<Opened>;
  readonly save: (draft: DraftOf<Opened> & { version: number }, at: SavedAt) => Promise<Opened>;
  readonly submit: (answer: Answer & { version: number }, at: SubmittedAt) => Promise<Taken>;
}

export interface WayBack {
  readonly to: string;
  readonly label: string;
}

type OfKind<Kind> = Extract<Assignment, { readonly kind: Kind }>;

function isOf<Kind>(assignment: Assignment, kind: Kind): assignment is OfKind<Kind> {
  return assignment.kind === kind;
}

/** The same for a screen that knows one kind of assignments, and refuses any other. */
export function ofKind<Kind extends Assignment["kind"]>(
  target: DraftTarget,
  kind: Kind,
): DraftTarget<OfKind<Kind>> {
  const expect = async (answer: Promise<Assignment>) => {
    const assignment = await answer;
    if (isOf(assignment, kind)) return assignment;
    throw toApiError(502, null);
  };
  return {
    ...target,
    read: (at) => expect(target.read(at)),
    save: (draft, at) => expect(target.save(draft, at)),
  };
}
