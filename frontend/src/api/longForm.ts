import { api, read } from "./client";
import { toApiError } from "./errors";
import type {
  LongFormAssignment,
  LongFormContent,
  LongFormDraft,
  WritingSeconds,
} from "./longFormTypes";
import type { components } from "./schema";
import type { LongFormAnnotation, Submitted } from "./types";

const NO_TIME: WritingSeconds = { writing: 0 };

/** A draft that a program saved may lack the times; the page counts on from zero then. */
export function toLongForm(
  answer: components["schemas"]["LongFormAssignmentOutput"],
): LongFormAssignment {
  const { draft } = answer;
  if (draft === null) return { ...answer, draft: null };
  return { ...answer, draft: { ...draft, active_seconds: draft.active_seconds ?? NO_TIME } };
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
    api.PUT("/api/v1/assignments/{id}/draft/", { ...at(id), body: draft, ...options }),
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
    api.PUT("/api/v1/annotations/{id}/draft/", { ...at(id), body: draft, ...options }),
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
  return toLongForm(answer);
}
