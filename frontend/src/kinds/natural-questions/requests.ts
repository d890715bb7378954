import { api, read } from "@/api/client";
import { toApiError } from "@/api/errors";
import type { components } from "@/api/schema";
import type { Annotation, Page, Submitted } from "@/api/types";

import type {
  ActiveSeconds,
  Draft,
  NaturalQuestionsAnswer,
  NaturalQuestionsAssignment,
} from "./types";

const NO_TIME: ActiveSeconds = { question: 0, long_answer: 0, short_answer: 0 };

/** A draft that a program saved may lack the times; they count on from zero then. */
function timed<Sent extends Draft>(draft: Sent): Sent & { active_seconds: ActiveSeconds } {
  return { ...draft, active_seconds: draft.active_seconds ?? NO_TIME };
}

type Saved = components["schemas"]["AssignmentOutput"] | components["schemas"]["SavedDraftOutput"];

function expected<Answer extends Saved>(answer: Answer): Extract<Answer, { kind: "nq" }> {
  if (answer.kind !== "nq") throw toApiError(502, null);
  return answer as Extract<Answer, { kind: "nq" }>;
}

const at = (id: number) => ({ params: { path: { id } } });

/**
 * Throws an ApiError with code `stale_draft` whose body carries the current assignment. `keepalive`
 * lets the request outlive the page, for what is saved while it closes. `page` is the question's
 * page if it is loaded already, so that it is not sent again. With `rendered`, the answer to the
 * judgment brings the page's rendering, too.
 */
export async function saveDraft(
  id: number,
  draft: Draft & { version: number },
  {
    page = null,
    rendered = false,
    ...options
  }: { keepalive?: boolean; page?: Page | null; rendered?: boolean } = {},
): Promise<NaturalQuestionsAssignment> {
  const brings = rendered && draft.question_quality === "good" ? "rendered" : null;
  const wanted = page ? "0" : brings;
  const saved = await read(
    api.PUT("/api/v1/assignments/{id}/draft/", {
      params: { path: { id }, ...(wanted ? { query: { page: wanted } } : {}) },
      body: timed(draft),
      ...options,
    }),
  );
  const assignment = expected(saved);
  return { ...assignment, page: assignment.page ?? page };
}

/**
 * Sending the same idempotency key again answers with the annotation that is there already.
 * `takesNext`: the answer brings the next assignment, too.
 */
export async function submitAnswer(
  id: number,
  answer: NaturalQuestionsAnswer & {
    version?: number;
    active_seconds?: ActiveSeconds;
    word_jumps?: number | null;
  },
  idempotencyKey: string,
  { takesNext = false } = {},
): Promise<Annotation & Submitted> {
  const { question_quality } = answer;
  if (question_quality === null) {
    throw toApiError(400, { code: "invalid", detail: "Say first whether the question is good." });
  }
  return read(
    api.POST("/api/v1/assignments/{id}/submit/", {
      params: {
        path: { id },
        header: { "Idempotency-Key": idempotencyKey },
        ...(takesNext ? { query: { next: "1" as const } } : {}),
      },
      body: { ...answer, question_quality, client_version: __CLIENT_VERSION__ },
    }),
  );
}

/** Throws an ApiError with code `stale_draft` or `stale_annotation`, as `saveDraft` does. */
export async function saveRevisionDraft(
  id: number,
  draft: Draft & { version: number },
  options: { keepalive?: boolean } = {},
): Promise<NaturalQuestionsAssignment> {
  return expected(
    await read(
      api.PUT("/api/v1/annotations/{id}/draft/", { ...at(id), body: timed(draft), ...options }),
    ),
  );
}

/** Sending the same idempotency key again answers with the revision that is there already. */
export async function reviseAnnotation(
  id: number,
  answer: NaturalQuestionsAnswer & {
    reason: string;
    version?: number;
    active_seconds?: ActiveSeconds;
    word_jumps?: number;
  },
  idempotencyKey: string,
): Promise<Annotation> {
  const { question_quality } = answer;
  if (question_quality === null) {
    throw toApiError(400, { code: "invalid", detail: "Say first whether the question is good." });
  }
  return read(
    api.POST("/api/v1/annotations/{id}/revise/", {
      params: { path: { id }, header: { "Idempotency-Key": idempotencyKey } },
      body: { ...answer, question_quality, client_version: __CLIENT_VERSION__ },
    }),
  );
}
