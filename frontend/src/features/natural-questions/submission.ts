import { submitAnswer } from "@/api/assignments";
import { ApiError, isTransient } from "@/api/errors";
import type { Annotation } from "@/api/types";

import type { DraftStore } from "./draftStore";

const RETRY_DELAYS = [1_000, 2_000, 4_000, 8_000];

export type SubmitOutcome =
  | { readonly kind: "accepted"; readonly annotation: Annotation }
  /** Another tab has saved something else. */
  | { readonly kind: "stale" }
  | { readonly kind: "refused"; readonly error: ApiError };

export interface Submission {
  readonly id: number;
  readonly answer: Parameters<typeof submitAnswer>[1];
  readonly store: DraftStore;
  readonly onRetry: () => void;
  readonly onSignedOut: () => void;
}

/**
 * Submits until the server answers. The same key goes along each time, also after a reload, so an
 * answer that had arrived is not submitted twice.
 */
export async function submitUntilAnswered(submission: Submission): Promise<SubmitOutcome> {
  const { id, answer, store } = submission;
  const key = store.submissionKey(id);
  for (let attempt = 0; ; attempt++) {
    try {
      const annotation = await submitAnswer(id, answer, key);
      store.forget(id);
      store.forgetSubmissionKey(id);
      return { kind: "accepted", annotation };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code === "stale_draft") return { kind: "stale" };
      const signedOut = error.status === 401;
      if (!signedOut && !isTransient(error) && error.status !== 429) {
        return { kind: "refused", error };
      }
      if (signedOut) submission.onSignedOut();
      submission.onRetry();
      await pause(RETRY_DELAYS[Math.min(attempt, RETRY_DELAYS.length - 1)] ?? 8_000);
    }
  }
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
