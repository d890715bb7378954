import type { Disambiguation, KnowledgePiece } from "@/api/types";
import { PresenceFinder, type FoundShortAnswer } from "@/long-form/presence";
import { SupportDocument, type SentenceSupport } from "@/long-form/support";
import { countWords } from "@/long-form/words";

/** A passage that an answer can rest on: what is given on the left, or a knowledge piece. */
export type Passage =
  | { readonly kind: "disambiguation"; readonly disambiguation: number }
  | { readonly kind: "knowledge"; readonly piece: number };

/** The passage that a sentence led to last; `times` counts, so that a second click leads there again. */
export type Shown = Passage & { readonly times: number };

/** What can be said of a text while it is written. Offsets are UTF-16 units of the text. */
export interface Analysis {
  readonly text: string;
  /** For each disambiguation the short answer that stands in the text, or null. */
  readonly presence: readonly (FoundShortAnswer | null)[];
  readonly words: number;
  /** The share of the text's content words in its support; null without either. */
  readonly supportedShare: number | null;
  readonly sentences: readonly SentenceSupport[];
  /** What `passage` of a sentence counts in. */
  readonly passages: readonly Passage[];
}

/** What an answer can rest on, and where each passage is from. */
export interface Support {
  readonly document: SupportDocument;
  readonly passages: readonly Passage[];
}

/**
 * Reads what an answer can rest on: each disambiguation with its short answers and the context shown
 * with it, then the knowledge pieces.
 */
export function readSupport(
  disambiguations: readonly Disambiguation[],
  knowledge: readonly KnowledgePiece[],
): Support {
  const given = disambiguations.map(({ question, short_answers, context }) =>
    [question, ...short_answers, context ?? ""].join("\n"),
  );
  return {
    document: new SupportDocument([...given, ...knowledge.map(({ content }) => content)]),
    passages: [
      ...given.map((_, disambiguation): Passage => ({ kind: "disambiguation", disambiguation })),
      ...knowledge.map((_, piece): Passage => ({ kind: "knowledge", piece })),
    ],
  };
}

/** Measures a text against its disambiguations and its support. */
export function analyse(
  text: string,
  disambiguations: readonly Disambiguation[],
  support: Support,
): Analysis {
  const finder = new PresenceFinder(text);
  return {
    text,
    presence: disambiguations.map(({ short_answers }) => finder.find(short_answers)),
    words: countWords(text),
    supportedShare: support.document.share(text),
    sentences: support.document.sentences(text),
    passages: support.passages,
  };
}

/** Numbers of the disambiguations that the text misses; an empty text misses none of them. */
export function missingIn(text: string, disambiguations: readonly Disambiguation[]): number[] {
  if (text.trim() === "") return [];
  const finder = new PresenceFinder(text);
  return finder.missing(disambiguations.map(({ short_answers }) => short_answers));
}

/** The name of a passage, for people: disambiguations and pieces are counted from 1. */
export function nameOf(passage: Passage): string {
  return passage.kind === "disambiguation"
    ? `Disambiguation ${passage.disambiguation + 1}`
    : `Piece ${passage.piece + 1}`;
}
