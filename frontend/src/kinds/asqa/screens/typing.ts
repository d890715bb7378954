/** One letter more or less in a text, at a position. */
export interface LetterChange {
  readonly kind: "typed" | "deleted";
  readonly position: number;
  readonly letter: string;
}

/** The one letter in which two texts differ; null for any other difference. */
export function letterChange(before: string, after: string): LetterChange | null {
  if (Math.abs(before.length - after.length) !== 1) return null;
  const kind = after.length > before.length ? "typed" : "deleted";
  const [longer, shorter] = kind === "typed" ? [after, before] : [before, after];
  const position = firstDifference(longer, shorter);
  if (longer.slice(position + 1) !== shorter.slice(position)) return null;
  return { kind, position, letter: longer.charAt(position) };
}

/** Whether one letter goes on where the one before left off, within a word and what follows it. */
export function runsOn(before: LetterChange, next: LetterChange): boolean {
  if (before.kind !== next.kind) return false;
  if (next.kind === "deleted") {
    return next.position === before.position || next.position === before.position - 1;
  }
  const beginsWord = /\s/.test(before.letter) && !/\s/.test(next.letter);
  return next.position === before.position + 1 && !beginsWord;
}

/** Where in the later text the last letter ends that was not in the earlier one. */
export function endOfChange(before: string, after: string): number {
  const most = Math.min(before.length, after.length);
  const start = firstDifference(before, after);
  let same = 0;
  while (same < most - start && before.at(-1 - same) === after.at(-1 - same)) same++;
  return after.length - same;
}

function firstDifference(one: string, other: string): number {
  const most = Math.min(one.length, other.length);
  let position = 0;
  while (position < most && one[position] === other[position]) position++;
  return position;
}
