import { diffArrays } from "diff";

/** UTF-16 units of a text, the end exclusive. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

interface Word extends Range {
  /** What two equal words have in common, whatever their case. */
  readonly key: string;
}

const WORD = /[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}\p{N}]+)*/gu;

function wordsOf(text: string): Word[] {
  return [...text.matchAll(WORD)].map((match) => ({
    key: match[0].toLowerCase().replaceAll("’", "'"),
    start: match.index,
    end: match.index + match[0].length,
  }));
}

/** Numbers of the words of `one` that have no counterpart in `other`, in the same order. */
function wordsOnlyIn(one: readonly Word[], other: readonly Word[]): Set<number> {
  const changes = diffArrays(
    one.map(({ key }) => key),
    other.map(({ key }) => key),
  );
  const only = new Set<number>();
  let place = 0;
  for (const { added, removed, count } of changes) {
    if (added) continue;
    if (removed) for (let each = place; each < place + count; each++) only.add(each);
    place += count;
  }
  return only;
}

/**
 * Where each text has words that none of the others has at that place. Neighbouring words make one
 * range; punctuation and case make no difference. A single text differs from nothing.
 */
export function differences(texts: readonly string[]): Range[][] {
  const words = texts.map(wordsOf);
  return words.map((own, number) => {
    const others = words.filter((_, each) => each !== number);
    if (others.length === 0) return [];
    const missing = others.map((other) => wordsOnlyIn(own, other));
    const alone = own.map((_, place) => missing.every((places) => places.has(place)));
    return joined(own, alone);
  });
}

function joined(words: readonly Word[], marked: readonly boolean[]): Range[] {
  const ranges: Range[] = [];
  words.forEach(({ start, end }, place) => {
    if (marked[place] !== true) return;
    const last = marked[place - 1] === true ? ranges.pop() : undefined;
    ranges.push({ start: last?.start ?? start, end });
  });
  return ranges;
}
