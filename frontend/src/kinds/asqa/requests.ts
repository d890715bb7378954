import { api, read } from "@/api/client";
import { toApiError } from "@/api/errors";
import type { components } from "@/api/schema";
import type { Submitted } from "@/api/types";

import type {
  LongFormAnnotation,
  LongFormAssignment,
  LongFormContent,
  LongFormDraft,
  WritingSeconds,
} from "./types";

const NO_TIME: WritingSeconds = { writing: 0 };

/** A draft that a program saved may lack the times; they count on from zero then. */
function timed<Sent extends LongFormDraft>(draft: Sent): Sent & { active_seconds: WritingSeconds } {
  return { ...draft, active_seconds: draft.active_seconds ?? NO_TIME };
}

const at = (id: number) => ({ params: { path: { id } } });

/**
 * Throws an ApiError with code `stale_draft` whose body carries the current assignment. `keepalive`
 * lets the request outlive the page, for what is saved while it closes.
 */
export async function saveLongFormDraft(
  id: number,
  draft: LongFormDraft & { version: number },
  options: { keepalive?: boolean } = {},
): Promise<LongFormAssignment> {
  const saved = await read(
    api.PUT("/api/v1/assignments/{id}/draft/", { ...at(id), body: timed(draft), ...options }),
  );
  return expectLongForm(saved);
}

/** The same for a submitted answer that is being changed. */
export async function saveLongFormRevisionDraft(
  id: number,
  draft: LongFormDraft & { version: number },
  options: { keepalive?: boolean } = {},
): Promise<LongFormAssignment> {
  const saved = await read(
    api.PUT("/api/v1/annotations/{id}/draft/", { ...at(id), body: timed(draft), ...options }),
  );
  return expectLongForm(saved);
}

interface LongFormSubmission extends LongFormContent {
  readonly version: number;
  readonly active_seconds: WritingSeconds;
}

/**
 * Sending the same idempotency key again answers with the annotation that is there already. Throws
 * an ApiError with code `missing_short_answers` for a miss that was not acknowledged. `takesNext`: the
 * answer brings the next assignment, too.
 */
export async function submitLongFormAnswer(
  id: number,
  answer: LongFormSubmission,
  idempotencyKey: string,
  { takesNext = false } = {},
): Promise<LongFormAnnotation & Submitted> {
  const submitted = await read(
    api.POST("/api/v1/assignments/{id}/submit/", {
      params: {
        path: { id },
        header: { "Idempotency-Key": idempotencyKey },
        ...(takesNext ? { query: { next: "1" as const } } : {}),
      },
      body: { ...answer, client_version: __CLIENT_VERSION__ },
    }),
  );
  if (submitted.kind !== "asqa") throw toApiError(502, null);
  return submitted;
}

/** The same for a submitted answer that is changed, with the reason why. */
export async function reviseLongFormAnswer(
  id: number,
  answer: LongFormSubmission & { reason: string },
  idempotencyKey: string,
): Promise<LongFormAnnotation> {
  const revised = await read(
    api.POST("/api/v1/annotations/{id}/revise/", {
      params: { path: { id }, header: { "Idempotency-Key": idempotencyKey } },
      body: { ...answer, client_version: __CLIENT_VERSION__ },
    }),
  );
  if (revised.kind !== "asqa") throw toApiError(502, null);
  return revised;
}

function expectLongForm(
  answer: components["schemas"]["AssignmentOutput"] | components["schemas"]["SavedDraftOutput"],
): LongFormAssignment {
  if (answer.kind !== "asqa") throw toApiError(502, null);
  return answer;
}
