import type { LongFormAssignment, LongFormDraft } from "../types";

export const DRAFT: LongFormDraft = {
  long_form_answer: "Masons use it.",
  knowledge: [],
  acknowledged_missing: [],
  concern: "",
  active_seconds: { writing: 30 },
};

/** An open assignment of ASQA whose annotator has begun to write. */
export function buildLongForm(changes: Partial<LongFormAssignment> = {}): LongFormAssignment {
  return {
    kind: "asqa",
    id: 7,
    project: "demo",
    state: "open",
    version: 0,
    lease_expires_at: null,
    note: "",
    created_at: "2026-11-20T09:00:00Z",
    question: { id: 1, text: "who uses a plumb bob" },
    revising: null,
    freed: null,
    disambiguations: [
      {
        question: "Who builds walls with it?",
        short_answers: ["Masons", "bricklayers"],
        context: "Masons use it to build walls upright.",
        context_page: "Plumb bob",
      },
      {
        question: "Who centres tripods with it?",
        short_answers: ["Surveyors"],
        context: null,
        context_page: null,
      },
    ],
    pages: [
      { number: 0, title: "Plumb bob", url: null, id: null, html_url: null, sha256: null },
      { number: 1, title: "Mason", url: null, id: null, html_url: null, sha256: null },
    ],
    regime: "full",
    time: {
      limit_seconds: 3600,
      used_seconds: 720,
      running_since: null,
      is_up: false,
      was_up_at: null,
      period: 1,
    },
    draft: DRAFT,
    ...changes,
  };
}
