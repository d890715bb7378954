import type { Results } from "@/api/comparisons";

/** Current results of a study of the paper's size, without systems. */
export function buildResults(changes: Partial<Results> = {}): Results {
  return {
    comparisons: 135,
    systems: [],
    no_strength: { ambiguity: null, fluency: null, overall: null },
    method: "Bootstrap over questions.",
    agreement: [],
    published: [],
    computed: {
      computed_at: "2026-11-20T09:00:05Z",
      fingerprint: "a".repeat(64),
      content_sha256: "b".repeat(64),
      seed: 7,
      code_version: "c".repeat(64),
    },
    comparisons_now: 135,
    is_current: true,
    job: null,
    ...changes,
  };
}
