import type { ProjectKind } from "@/api/types";
import type { Describe } from "@/components/answerSummary";

import { ASQA } from "./asqa/kind";
import { NATURAL_QUESTIONS } from "./natural-questions/kind";
import type { TaskKind } from "./taskKind";

/** The kinds of task that there are. Nothing else knows which. */
export const KINDS: Readonly<Record<ProjectKind, TaskKind>> = {
  nq: NATURAL_QUESTIONS,
  asqa: ASQA,
};

export const PROJECT_KINDS = Object.keys(KINDS) as [ProjectKind, ...ProjectKind[]];

/** An annotation of any kind, in words. */
export const describeAnswer: Describe = (annotation) => KINDS[annotation.kind].describe(annotation);
