/** What a study would come to. */
interface Plan {
  readonly pairs: number;
  readonly comparisons: number;
  /** Answers that stay out because a question has an odd number of them. */
  readonly leftOut: number;
}

/** A study's size when every system answers every question. */
export function planOf(study: {
  readonly questions: number;
  readonly systems: number;
  readonly comparersPerPair: number;
}): Plan {
  const { questions, systems, comparersPerPair } = study;
  const pairs = questions * Math.floor(systems / 2);
  return {
    pairs,
    comparisons: pairs * comparersPerPair,
    leftOut: questions * (systems % 2),
  };
}

/** `45`, or `45 or 46`: how many comparisons each of them gets. */
export function describeLoad(comparisons: number, comparers: number): string {
  const least = Math.floor(comparisons / comparers);
  return comparisons % comparers === 0 ? String(least) : `${least} or ${least + 1}`;
}
