import { readContentWords, type ContentWord } from "./contentWords";
import type { Place } from "./presence";
import { splitSentences } from "./sentences";

/**
 * Below this share of its content words nothing is said to support a sentence. Of the sentences in
 * ASQA's answers, 90% reach it with their own support, 0.1% with another question's: see
 * `docs/measures.md`.
 */
const MIN_SENTENCE_SUPPORT = 0.4;

/** A sentence and what it can rest on. */
export interface SentenceSupport extends Place {
  /**
   * The number of the passage with most of its content words; "several" if only all passages
   * together have enough of them. Null if nothing supports it, and if nothing in it can be looked
   * up.
   */
  readonly passage: number | "several" | null;
  /** Its content words that all passages together have, 0 to 1; null for a sentence without any. */
  readonly share: number | null;
  /** Its numbers, as they are written, that stand in no passage. */
  readonly unsupportedNumbers: readonly string[];
}

type Words = ReadonlySet<string>;

/**
 * What an answer can rest on, read once, so that measuring an answer against it takes time by the
 * answer's length only. It advises people who write, and counts content words alone: the paper's
 * figure (ASQA, section 3.3) also counts "the" and "was", and half of a text of those is in any
 * support document.
 */
export class SupportDocument {
  /** Whether there is nothing to compare an answer with. */
  readonly isEmpty: boolean;
  private readonly passages: readonly Words[];
  private readonly whole: Words;

  constructor(passages: readonly string[]) {
    this.isEmpty = passages.length === 0;
    this.passages = passages.map(wordsOf);
    this.whole = new Set(this.passages.flatMap((words) => [...words]));
  }

  /** The share of the text's content words that stand in a passage; null without either. */
  share(text: string): number | null {
    return this.isEmpty ? null : shareOf(readContentWords(text).words, this.whole);
  }

  /** What each sentence rests on; among passages with equally many words the earliest. */
  sentences(text: string): SentenceSupport[] {
    return splitSentences(text).map((place) => {
      const sentence = text.slice(place.start, place.end);
      const { words } = readContentWords(sentence);
      const share = this.isEmpty ? null : shareOf(words, this.whole);
      const missing = words.filter(({ word, isNumber }) => isNumber && !this.whole.has(word));
      return {
        ...place,
        share,
        passage: this.bestPassage(words) ?? (isEnough(share) ? "several" : null),
        unsupportedNumbers: missing.map(({ start, end }) => sentence.slice(start, end)),
      };
    });
  }

  private bestPassage(words: readonly ContentWord[]): number | null {
    const shares = this.passages.map((passage) => shareOf(words, passage) ?? 0);
    const best = Math.max(...shares);
    return isEnough(best) ? shares.indexOf(best) : null;
  }
}

function isEnough(share: number | null): boolean {
  return share !== null && share >= MIN_SENTENCE_SUPPORT;
}

function shareOf(words: readonly ContentWord[], support: Words): number | null {
  if (words.length === 0) return null;
  return words.filter(({ word }) => support.has(word)).length / words.length;
}

function wordsOf(passage: string): Words {
  const { words, spelledNumbers } = readContentWords(passage);
  return new Set([...words.map(({ word }) => word), ...spelledNumbers]);
}
