import type { Search } from "./address";
import type { Row } from "./shapes";

/** How many annotators gave the most frequent answer, as the filter offers it. */
export const AGREEMENT: readonly (readonly [string, string])[] = [
  ["all", "All annotators agree"],
  ["most", "More than half agree"],
  ["few", "Half or fewer agree"],
];

/** A text in pieces; those at odd places were found. */
export type Pieces = readonly string[];

/** The words of a search in lower case, each once. */
export function wordsOf(text: string): string[] {
  return [...new Set(text.toLowerCase().split(/\s+/).filter(Boolean))];
}

/** The rows that have all words in the question or the answers, and pass the filters. */
export function found(rows: readonly Row[], search: Search): Row[] {
  const words = wordsOf(search.words);
  return rows.filter(
    (row) =>
      (!search.split || row.split === search.split) &&
      (!search.type || row.type === search.type) &&
      (!search.agreement || agreementOf(row) === search.agreement) &&
      hasAll(row, words),
  );
}

/** The filter's name of how far annotators agree; "" where fewer than two answered. */
export function agreementOf({ most, count }: Row): string {
  if (most === null || count < 2) return "";
  if (most === count) return "all";
  return most * 2 > count ? "most" : "few";
}

function hasAll(row: Row, words: readonly string[]): boolean {
  if (words.length === 0) return true;
  const text = [row.id, row.question, ...row.words].join("\n").toLowerCase();
  return words.every((word) => text.includes(word));
}

/** The text cut where words of the search begin and end. */
export function piecesOf(text: string, search: string): Pieces {
  const words = wordsOf(search).toSorted((one, other) => other.length - one.length);
  if (words.length === 0) return [text];
  const escaped = words.map((word) => word.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`));
  return text.split(new RegExp(`(${escaped.join("|")})`, "giu"));
}
