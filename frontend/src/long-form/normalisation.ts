/**
 * The official normalisation of short answers and texts, as `annotator/measures/normalised_text.py`
 * has it (ASQA paper, section 4.1): lower case, no ASCII punctuation, no articles, white space
 * folded. Places are UTF-16 units, as in any string of JavaScript.
 */
export interface NormalisedText {
  readonly text: string;
  /** Where in the original each unit of `text` begins. */
  readonly starts: readonly number[];
  /** Where in the original each unit of `text` ends, exclusive. */
  readonly ends: readonly number[];
}

/** Python's white space: with U+001C to U+001F and U+0085, without U+FEFF. */
export const WHITE_SPACE =
  "\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000";

const PUNCTUATION = /[!-/:-@[-`{-~]/;
const SPACE = new RegExp(`[${WHITE_SPACE}]`);
// Python's \b knows letters and numbers of every script; that of JavaScript only ASCII.
const ARTICLE = /(?<![\p{L}\p{N}_])(?:a|an|the)(?![\p{L}\p{N}_])/gu;

export function normalise(text: string): string {
  return normaliseWithPlaces(text).text;
}

/** `text` normalised, with the original place of every unit of it. */
export function normaliseWithPlaces(text: string): NormalisedText {
  const bare = withoutPunctuation(text);
  const letters = bare.text.replace(ARTICLE, (article) => " ".repeat(article.length));
  return folded({ ...bare, text: letters });
}

function withoutPunctuation(text: string): NormalisedText {
  // Lowered as a whole, since what becomes of a capital sigma depends on its neighbours.
  const lowered = text.toLowerCase();
  const kept: string[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  let place = 0;
  let taken = 0;
  for (const original of text) {
    const end = place + original.length;
    // Only the dotted capital I gets longer; all that is beyond the first plane stays there.
    const length = original === "İ" ? 2 : original.length;
    for (let unit = taken; unit < taken + length; unit += 1) {
      const character = lowered.charAt(unit);
      if (!PUNCTUATION.test(character)) {
        kept.push(character);
        starts.push(place);
        ends.push(end);
      }
    }
    taken += length;
    place = end;
  }
  return { text: kept.join(""), starts, ends };
}

function folded({ text, starts, ends }: NormalisedText): NormalisedText {
  const kept: string[] = [];
  const keptStarts: number[] = [];
  const keptEnds: number[] = [];
  let gap = -1;
  for (let unit = 0; unit < text.length; unit += 1) {
    const character = text.charAt(unit);
    if (SPACE.test(character)) {
      if (gap < 0) gap = unit;
      continue;
    }
    if (gap >= 0 && kept.length > 0) {
      kept.push(" ");
      keptStarts.push(starts[gap] ?? 0);
      keptEnds.push(ends[gap] ?? 0);
    }
    gap = -1;
    kept.push(character);
    keptStarts.push(starts[unit] ?? 0);
    keptEnds.push(ends[unit] ?? 0);
  }
  return { text: kept.join(""), starts: keptStarts, ends: keptEnds };
}
