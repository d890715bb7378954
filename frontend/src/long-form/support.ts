import type { Place } from "./presence";
import { splitSentences } from "./sentences";
import { rougeTokens } from "./words";

/** Below this share of its tokens no passage is said to support a sentence. */
const MIN_SENTENCE_SUPPORT = 0.5;

interface SupportingDisambiguation {
  readonly question: string;
  readonly short_answers: readonly string[];
}

/** A sentence, and the number of the passage that has most of its tokens. */
export interface SentenceSupport extends Place {
  /** Null where no passage has at least `MIN_SENTENCE_SUPPORT` of them. */
  readonly passage: number | null;
  /** The best passage's, 0 to 1; null for a sentence without tokens, or without passages. */
  readonly recall: number | null;
}

type Counts = ReadonlyMap<string, number>;

/**
 * The support document of an answer (ASQA paper, section 3.3), counted once, so that measuring an
 * answer against it takes time by the answer's length only.
 *
 * `passages` are the context passages that are shown, then the knowledge pieces.
 */
export class SupportDocument {
  /** Whether there is nothing to compare an answer with. */
  readonly isEmpty: boolean;
  private readonly passages: readonly Counts[];
  private readonly whole: Counts;
  private readonly passagesOnly: Counts;

  constructor(disambiguations: readonly SupportingDisambiguation[], passages: readonly string[]) {
    this.isEmpty = disambiguations.length === 0 && passages.length === 0;
    this.passages = passages.map(countsOf);
    this.passagesOnly = sumOf(this.passages);
    const questions = disambiguations.flatMap((each) => [each.question, ...each.short_answers]);
    this.whole = sumOf([this.passagesOnly, ...questions.map(countsOf)]);
  }

  /** The share of the answer's tokens that the document has; null without tokens. */
  coverage(text: string): number | null {
    return recallOf(rougeTokens(text), this.whole);
  }

  coverageWithoutDisambiguations(text: string): number | null {
    return recallOf(rougeTokens(text), this.passagesOnly);
  }

  /** For each sentence the passage with most of its tokens; among equals the earliest. */
  sentences(text: string): SentenceSupport[] {
    return splitSentences(text).map((place) => ({
      ...place,
      ...this.bestPassage(rougeTokens(text.slice(place.start, place.end))),
    }));
  }

  private bestPassage(tokens: string[]): Pick<SentenceSupport, "passage" | "recall"> {
    let best: number | null = null;
    let passage: number | null = null;
    this.passages.forEach((counts, number) => {
      const recall = recallOf(tokens, counts);
      if (recall !== null && (best === null || recall > best)) {
        best = recall;
        passage = recall >= MIN_SENTENCE_SUPPORT ? number : null;
      }
    });
    return { passage, recall: best };
  }
}

/** ROUGE-1 recall of tokens against counted ones; null without tokens. */
function recallOf(tokens: readonly string[], support: Counts): number | null {
  if (tokens.length === 0) return null;
  let covered = 0;
  for (const [token, count] of countsOfTokens(tokens)) {
    covered += Math.min(count, support.get(token) ?? 0);
  }
  return covered / tokens.length;
}

function countsOf(text: string): Counts {
  return countsOfTokens(rougeTokens(text));
}

function countsOfTokens(tokens: readonly string[]): Counts {
  const counts = new Map<string, number>();
  for (const token of tokens) counts.set(token, (counts.get(token) ?? 0) + 1);
  return counts;
}

function sumOf(parts: readonly Counts[]): Counts {
  const sum = new Map<string, number>();
  for (const part of parts) {
    for (const [token, count] of part) sum.set(token, (sum.get(token) ?? 0) + count);
  }
  return sum;
}
