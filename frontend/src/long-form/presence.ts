import { normalise, normaliseWithPlaces, type NormalisedText } from "./normalisation";

/** A part of a text in UTF-16 units, `end` exclusive. */
export interface Place {
  readonly start: number;
  readonly end: number;
}

/** A short answer in a text; `place` is null if nothing of it can be marked. */
export interface FoundShortAnswer {
  readonly shortAnswer: string;
  readonly place: Place | null;
}

const WORD = /[\p{L}\p{N}]/u;

/** Looks for short answers in one text, which is normalised once. */
export class PresenceFinder {
  private readonly text: NormalisedText;

  constructor(text: string) {
    this.text = normaliseWithPlaces(text);
  }

  /**
   * The first of a disambiguation's equivalent `shortAnswers` in the text, or null. If the
   * normalisation leaves nothing of one, it is always present, without a place.
   */
  find(shortAnswers: readonly string[]): FoundShortAnswer | null {
    for (const shortAnswer of shortAnswers) {
      const wanted = normalisedShortAnswer(shortAnswer);
      if (wanted === "") return { shortAnswer, place: null };
      const start = this.startOf(wanted);
      if (start !== null) return { shortAnswer, place: this.placeOf(start, wanted.length) };
    }
    return null;
  }

  /** Numbers of the disambiguations without a short answer in the text. */
  missing(disambiguations: readonly (readonly string[])[]): number[] {
    return disambiguations.flatMap((shortAnswers, number) =>
      this.find(shortAnswers) === null ? [number] : [],
    );
  }

  /** The place of `wanted`: first as whole words, else at all. */
  private startOf(wanted: string): number | null {
    const { text } = this.text;
    const first = text.indexOf(wanted);
    for (let start = first; start >= 0; start = text.indexOf(wanted, start + 1)) {
      if (isWhole(text, start, start + wanted.length)) return start;
    }
    return first < 0 ? null : first;
  }

  private placeOf(start: number, length: number): Place {
    const { starts, ends } = this.text;
    return { start: starts[start] ?? 0, end: ends[start + length - 1] ?? 0 };
  }
}

const normalisedShortAnswers = new Map<string, string>();

/** Short answers stay the same while somebody types, so each is normalised once. */
function normalisedShortAnswer(shortAnswer: string): string {
  const known = normalisedShortAnswers.get(shortAnswer);
  if (known !== undefined) return known;
  if (normalisedShortAnswers.size > 1000) normalisedShortAnswers.clear();
  const normalised = normalise(shortAnswer);
  normalisedShortAnswers.set(shortAnswer, normalised);
  return normalised;
}

function isWhole(text: string, start: number, end: number): boolean {
  return !WORD.test(characterBefore(text, start)) && !WORD.test(characterAt(text, end));
}

function characterAt(text: string, place: number): string {
  const code = text.codePointAt(place);
  return code === undefined ? "" : String.fromCodePoint(code);
}

function characterBefore(text: string, place: number): string {
  const unit = text.charCodeAt(place - 1);
  const isSecondHalf = unit >= 0xdc00 && unit <= 0xdfff;
  return place === 0 ? "" : characterAt(text, isSecondHalf ? place - 2 : place - 1);
}
