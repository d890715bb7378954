import type { FeedbackCriterion } from "@/api/guidance";
import type { Project } from "@/api/types";

/** How work goes in a project, as its form holds it; "" is none. */
export interface Conduct {
  minutes_per_question: number | "";
  recommended_per_day: number | "";
  requires_training: boolean;
  regime: Project["regime"];
}

/** What a kind of task says of itself; everything that depends on the kind asks it. */
export interface TaskKind {
  readonly name: string;
  /** What annotators do. */
  readonly what: string;
  /** The server's defaults for a new project. */
  readonly usual: { readonly overlap: number; readonly conduct: Conduct };
  /** Whether a project chooses what its annotators see. */
  readonly choosesRegime: boolean;
  /** What feedback can be about. */
  readonly criteria: readonly FeedbackCriterion[];
  /** Where experts judge. */
  readonly experts: "judging" | "comparing";
  /** How many lines of an answer a list shows. */
  readonly answerLines: number;
  /** What a file of a system's predictions is. */
  readonly predictions: string;
  /** The metrics that people compare: a table shows them until somebody chooses others. */
  readonly metrics: readonly string[];
  /** Its plot of systems: two metrics, and what turns them into per cent. */
  readonly axes: { readonly x: string; readonly y: string; readonly scale: number };
}
