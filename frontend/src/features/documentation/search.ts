import { anchorOf, titleOf } from "./documents";

export interface Found {
  readonly name: string;
  readonly title: string;
  /** The heading above what was found, and its address; "" above the first. */
  readonly heading: string;
  readonly anchor: string;
  /** The words around it. */
  readonly excerpt: string;
}

const AROUND = 70;
const MOST = 20;

interface Passage {
  readonly name: string;
  readonly title: string;
  readonly heading: string;
  readonly text: string;
}

/** A document cut at its headings. */
function passagesOf(name: string, text: string): Passage[] {
  const title = titleOf(text);
  return text.split(/^(?=#{1,4} )/m).map((part) => {
    const [first = "", ...rest] = part.split("\n");
    const isHeading = /^#{2,4} /.test(first);
    const heading = isHeading ? first.replace(/^#+ /, "").replaceAll(/[`*]/g, "") : "";
    return {
      name,
      title,
      heading,
      text: readable((isHeading ? rest : [first, ...rest]).join(" ")),
    };
  });
}

/** Markdown without its marks. */
function readable(text: string): string {
  return text
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/[`*]/g, "")
    .replaceAll(/[|#]|-{3,}/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
}

function excerptOf(text: string, word: string): string {
  const at = Math.max(0, text.search(beginningsOf(word)));
  const from = Math.max(0, at - AROUND);
  const to = Math.min(text.length, at + AROUND);
  return `${from > 0 ? "…" : ""}${text.slice(from, to)}${to < text.length ? "…" : ""}`;
}

/** Where a word begins in a text: *lease* in "a lease", not in "release". */
function beginningsOf(word: string): RegExp {
  const escaped = word.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  return new RegExp(String.raw`(?<![\p{L}\p{N}])${escaped}`, "giu");
}

const timesIn = (text: string, word: RegExp): number => text.match(word)?.length ?? 0;

/** How well a passage fits: words in headings before those in text, there by how often; or 0. */
function scoreOf({ title, heading, text }: Passage, words: readonly RegExp[]): number {
  let score = 0;
  for (const word of words) {
    const fits =
      8 * Math.min(1, timesIn(heading, word)) +
      4 * Math.min(1, timesIn(title, word)) +
      Math.min(4, timesIn(text, word));
    if (fits === 0) return 0;
    score += fits;
  }
  return score;
}

/** The passages of `documents` with all words of a query, the best first, at most 20. */
export function findIn(documents: ReadonlyMap<string, string>, query: string): Found[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const sought = words.map((word) => beginningsOf(word));
  return [...documents]
    .flatMap(([name, text]) => passagesOf(name, text))
    .map((passage) => ({ passage, score: scoreOf(passage, sought) }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
    .slice(0, MOST)
    .map(({ passage: { name, title, heading, text } }) => ({
      name,
      title,
      heading,
      anchor: anchorOf(heading),
      excerpt: excerptOf(text, words[0] ?? ""),
    }));
}
