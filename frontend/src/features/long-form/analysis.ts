import type { Disambiguation, KnowledgePiece } from "@/api/longFormTypes";
import { PresenceFinder, type FoundShortAnswer } from "@/long-form/presence";
import { SupportDocument, type SentenceSupport } from "@/long-form/support";
import { countWords } from "@/long-form/words";

/** A passage of the support document and where it is from. */
export type Passage =
  | { readonly kind: "context"; readonly disambiguation: number }
  | { readonly kind: "knowledge"; readonly piece: number };

/** The passage that a sentence led to last; `times` counts, so that a second click leads there again. */
export type Shown = Passage & { readonly times: number };

/** What can be said of a text while it is written. Offsets are UTF-16 units of the text. */
export interface Analysis {
  readonly text: string;
  /** For each disambiguation the short answer that stands in the text, or null. */
  readonly presence: readonly (FoundShortAnswer | null)[];
  readonly words: number;
  /** The share of the text's tokens in the support document; null without either. */
  readonly coverage: number | null;
  readonly sentences: readonly SentenceSupport[];
  /** What `passage` of a sentence counts in. */
  readonly passages: readonly Passage[];
}

/** The support document of an answer, and what its passages are. */
export interface Support {
  readonly document: SupportDocument;
  readonly passages: readonly Passage[];
}

/** Counts the support document: the disambiguations, the contexts shown, the knowledge pieces. */
export function readSupport(
  disambiguations: readonly Disambiguation[],
  knowledge: readonly KnowledgePiece[],
): Support {
  const passages: Passage[] = [];
  const texts: string[] = [];
  disambiguations.forEach(({ context }, disambiguation) => {
    if (context === null || context === "") return;
    passages.push({ kind: "context", disambiguation });
    texts.push(context);
  });
  knowledge.forEach(({ content }, piece) => {
    passages.push({ kind: "knowledge", piece });
    texts.push(content);
  });
  return { document: new SupportDocument(disambiguations, texts), passages };
}

/** Measures a text against its disambiguations and its support document. */
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
    coverage: support.document.isEmpty ? null : support.document.coverage(text),
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
  return passage.kind === "context"
    ? `Context of ${passage.disambiguation + 1}`
    : `Piece ${passage.piece + 1}`;
}
