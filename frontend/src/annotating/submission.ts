import { ApiError, isTransient } from "@/api/errors";

import type { DraftStore, StoreKey } from "./draftStore";

const RETRY_DELAYS = [1_000, 2_000, 4_000, 8_000];

const ANOTHER_PERSON = new ApiError({
  status: 401,
  code: "another_person",
  detail: "Somebody else has signed in here. Your answer is kept until you sign in again.",
});

type SubmitOutcome<Annotation> =
  | { readonly kind: "accepted"; readonly annotation: Annotation }
  /** Another tab has saved something else. */
  | { readonly kind: "stale" }
  | { readonly kind: "refused"; readonly error: ApiError };

export interface Submission<Annotation> {
  /** What the browser keeps the key under. */
  readonly storeKey: StoreKey;
  /** What is submitted, as text: the key belongs to it. */
  readonly answer: string;
  readonly send: (idempotencyKey: string) => Promise<Annotation>;
  readonly store: Pick<
    DraftStore<object>,
    "submissionKey" | "forgetSubmissionKey" | "forgetEverywhere"
  >;
  /** Hears of each attempt that is made once more, and whether somebody has to sign in before. */
  readonly onRetry: (why: { readonly isSignedOut: boolean }) => void;
  /** Whether somebody else has signed in here since. */
  readonly isAnotherPerson: () => Promise<boolean>;
}

/**
 * Submits until the server answers. The same key goes along each time, also after a reload, so an
 * answer that had arrived is not submitted twice.
 */
export async function submitUntilAnswered<Annotation>(
  submission: Submission<Annotation>,
): Promise<SubmitOutcome<Annotation>> {
  const { storeKey, answer, send, store } = submission;
  const key = store.submissionKey(storeKey, answer);
  for (let attempt = 0; ; attempt++) {
    try {
      const annotation = await send(key);
      store.forgetEverywhere(storeKey);
      store.forgetSubmissionKey(storeKey);
      return { kind: "accepted", annotation };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (isStale(error)) return { kind: "stale" };
      const isSignedOut = error.status === 401;
      if (!isSignedOut && !isTransient(error) && error.status !== 429) {
        return { kind: "refused", error };
      }
      submission.onRetry({ isSignedOut });
      await pause(RETRY_DELAYS[Math.min(attempt, RETRY_DELAYS.length - 1)] ?? 8_000);
      if (await submission.isAnotherPerson()) return { kind: "refused", error: ANOTHER_PERSON };
    }
  }
}

/** Whether another tab has saved, or submitted, something else meanwhile. */
export function isStale(error: ApiError): boolean {
  return error.code === "stale_draft" || error.code === "stale_annotation";
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
    // No need to wait out the pause when the connection is back.
    window.addEventListener(
      "online",
      () => {
        resolve();
      },
      { once: true },
    );
  });
}
