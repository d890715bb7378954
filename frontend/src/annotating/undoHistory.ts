const MOST_STEPS = 200;

/** Steps that can be gone back and forth. A step is all of what a change may change. */
export interface UndoHistory<Step> {
  readonly past: readonly Step[];
  readonly future: readonly Step[];
}

export const NO_HISTORY = { past: [], future: [] } as const;

/** The history once `left` was changed into something new. */
export function remember<Step>({ past }: UndoHistory<Step>, left: Step): UndoHistory<Step> {
  return { past: [...past, left].slice(-MOST_STEPS), future: [] };
}

/** The step before `left` and the history from there; null at the beginning. */
export function goBack<Step>(
  { past, future }: UndoHistory<Step>,
  left: Step,
): { step: Step; history: UndoHistory<Step> } | null {
  const step = past.at(-1);
  if (step === undefined) return null;
  return { step, history: { past: past.slice(0, -1), future: [left, ...future] } };
}

/** The step after `left` that was undone, and the history from there; null at the end. */
export function goForth<Step>(
  { past, future }: UndoHistory<Step>,
  left: Step,
): { step: Step; history: UndoHistory<Step> } | null {
  const [step, ...later] = future;
  if (step === undefined) return null;
  return { step, history: { past: [...past, left], future: later } };
}
