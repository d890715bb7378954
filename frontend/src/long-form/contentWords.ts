import type { Place } from "./presence";

/**
 * English words that say nothing by themselves: articles, pronouns, prepositions, conjunctions,
 * auxiliaries, and what is left of contractions.
 */
const FUNCTION_WORDS = new Set(
  (
    "a an the this that these those such some any no each every either neither both all another " +
    "other others same own one ones former latter last next " +
    "i me my mine myself you your yours yourself he him his himself she her hers herself it its " +
    "itself we us our ours ourselves they them their theirs themselves who whom whose which what " +
    "when where why how there here then now " +
    "about above across after against along also although among and are around as at be because " +
    "been before being below between but by can could did do does doing done down during even for " +
    "from had has have having if in into is may might more most much many must nor not of off on " +
    "only onto or out over per should since so still than though through to too toward " +
    "towards under until up upon very was well were while will with within without would yet " +
    "s t d ll re ve m don didn doesn isn wasn weren aren hasn hadn haven won wouldn couldn shouldn"
  ).split(" "),
);

/** Numbers in words. They support digits, but by themselves they mostly order what is told. */
const NUMBER_WORDS: ReadonlyMap<string, string> = new Map(
  [
    "zero",
    "one first",
    "two second",
    "three third",
    "four fourth",
    "five fifth",
    "six sixth",
    "seven seventh",
    "eight eighth",
    "nine ninth",
    "ten tenth",
    "eleven eleventh",
    "twelve twelfth",
    "thirteen thirteenth",
    "fourteen fourteenth",
    "fifteen fifteenth",
    "sixteen sixteenth",
    "seventeen seventeenth",
    "eighteen eighteenth",
    "nineteen nineteenth",
    "twenty twentieth",
  ].flatMap((words, value) => words.split(" ").map((word) => [word, String(value)] as const)),
);

const TOKENS =
  /((?:\d{1,3}(?:[,\u00a0\u202f]\d{3})+|\d+)(?:\.\d+)?)(?:st|nd|rd|th|s)?(?![\p{L}\p{N}])|[\p{L}\p{M}\p{N}]+/giu;
const GROUPING = /[,\u00a0\u202f]/g;
const YEAR = /^\d{4}$/;
const SHORT_YEAR = /^\d{2}$/;
const DASH = /^[-\u2010-\u2013]$/;

/** A name, a number or another word that says something, as it is compared. */
export interface ContentWord extends Place {
  /** Lower case; a number without its grouping, as in 16200 for "16,200". */
  readonly word: string;
  readonly isNumber: boolean;
}

/** The content words of `text` in order, and what numbers its words say. */
export function readContentWords(text: string): {
  readonly words: readonly ContentWord[];
  /** "19" for "nineteen" and "nineteenth". */
  readonly spelledNumbers: readonly string[];
} {
  const words: ContentWord[] = [];
  const spelledNumbers: string[] = [];
  for (const { 0: token, 1: digits, index } of text.matchAll(TOKENS)) {
    const place = { start: index, end: index + token.length };
    if (digits !== undefined) {
      const number = digits.replace(GROUPING, "");
      words.push({ ...place, word: inFull(text, words.at(-1), place, number), isNumber: true });
      continue;
    }
    const word = token.toLowerCase();
    const spelled = NUMBER_WORDS.get(word);
    if (spelled !== undefined) spelledNumbers.push(spelled);
    else if (!FUNCTION_WORDS.has(word)) words.push({ ...place, word, isNumber: false });
  }
  return { words, spelledNumbers };
}

/** 1865 for the 65 of "1861–65"; any other number as it is. */
function inFull(text: string, before: ContentWord | undefined, place: Place, number: string) {
  if (before === undefined || !YEAR.test(before.word) || !SHORT_YEAR.test(number)) return number;
  const isRange = DASH.test(text.slice(before.end, place.start));
  return isRange ? before.word.slice(0, 2) + number : number;
}
