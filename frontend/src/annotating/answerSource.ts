import { createContext } from "react";

import type { Assignment } from "@/api/types";

/**
 * Where an answer goes that is not an assignment's, such as one in training. The screens are the same;
 * drafts, submissions and the way out are the source's.
 */
export interface AnswerSource {
  /** Saves a draft with the version that was read. */
  readonly save: (draft: object) => Promise<Assignment>;
  readonly read: () => Promise<Assignment>;
  readonly submit: (answer: object, idempotencyKey: string) => Promise<unknown>;
  readonly backTo: string;
  readonly backLabel: string;
}

/** Null for assignments. */
export const AnswerSourceContext = createContext<AnswerSource | null>(null);
