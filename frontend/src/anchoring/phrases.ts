/** Marks that part a sentence, in any script: not hyphens, apostrophes or percent signs. */
const MARK_AT_END = /[\p{Term}\p{Ps}\p{Pe}\p{Pi}"`\u201d\u00bb]'*$|^''$/u;
const OPENING_MARK = /^[\p{Ps}\p{Pi}"`]/u;
/** A letter, a digit or a currency: what a mark alone has not. */
const WORD = /[\p{L}\p{N}\p{Sc}]/u;

/** Full stops, question and exclamation marks of several scripts, and what may close behind them. */
const END_OF_SENTENCE = /[.!?\u3002\uff01\uff1f\u061f\u06d4\u0964]["'\u201d\u2019)]*$/;

/** Whether a sentence ends with a word. */
export function endsSentence(word: string): boolean {
  return END_OF_SENTENCE.test(word);
}

/** Whether a phrase begins with a word, after the word before it. */
export function beginsPhrase(word: string, before: string): boolean {
  return WORD.test(word) && (MARK_AT_END.test(before) || OPENING_MARK.test(word));
}

/** Whether a phrase ends with a word, before the word after it. */
export function endsPhrase(word: string, after: string): boolean {
  if (!WORD.test(word)) return false;
  const isMark = MARK_AT_END.test(after) && !WORD.test(after);
  return isMark || MARK_AT_END.test(word) || OPENING_MARK.test(after);
}
