import type { Annotation } from "@/api/types";

/** An answer in words fit for a table row. */
export interface AnswerSummary {
  /** What kind of answer it is, in a word or two. */
  readonly long: string;
  /** The short answer, or "" when there is none. */
  readonly short: string;
  /** What is said where a short answer could stand and doesn't; "" where none could. */
  readonly noShort: string;
  /** The long answer's own words, or "" when there is none. */
  readonly text: string;
  /** What belongs to it, a line each. */
  readonly details: readonly string[];
  /** Whether nothing was answered. */
  readonly isEmpty: boolean;
}

/**
 * Says in words what was answered. That of one kind knows only annotations of this kind, and gets no
 * others; as a method's type, TypeScript takes it for one of all.
 */
export type Describe = { of(annotation: Annotation): AnswerSummary }["of"];

export interface Describes {
  readonly describe: Describe;
}

/** How long somebody worked on an answer; null if that wasn't measured. */
export function secondsOf({ active_seconds: seconds }: Pick<Annotation, "active_seconds">) {
  return seconds && Object.values(seconds).reduce((sum, each) => sum + each, 0);
}
