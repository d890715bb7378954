import type { ProjectKind } from "@/api/types";

import { ASQA } from "./asqa";
import { NATURAL_QUESTIONS } from "./naturalQuestions";
import type { TaskKind } from "./taskKind";

/** The kinds of task that there are. */
export const KINDS: Readonly<Record<ProjectKind, TaskKind>> = {
  nq: NATURAL_QUESTIONS,
  asqa: ASQA,
};

export const PROJECT_KINDS: readonly ProjectKind[] = ["nq", "asqa"];

const BY_NAME: Readonly<Record<string, TaskKind>> = KINDS;

/** The kind that an answer of the server names. */
export function kindNamed(kind: string): TaskKind {
  return BY_NAME[kind] ?? NATURAL_QUESTIONS;
}
