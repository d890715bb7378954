import { joinedPieces } from "./joinedPieces";
import type { TokenSpan } from "./spans";

const NUMBERS = /^(\d+)(?:-(\d+))?$/;

interface Piece {
  readonly element: Element;
  /** In the document. */
  readonly position: number;
  readonly start: number;
  readonly end: number;
}

/**
 * Where a page's tokens are in its rendering. Built once per document.
 *
 * A *piece* is an element with `data-t`. A *word* is what can be selected: one token, or several
 * that can't be split (a formula) or are seen as one (a flag, a word with a soft hyphen). A word
 * that inline tags cut in two has two pieces.
 */
export class TokenIndex {
  /** In document order. */
  readonly pieces: readonly Element[];
  /** The word of each piece. */
  readonly wordOfPiece: Int32Array;
  private readonly starts: Int32Array;
  private readonly ends: Int32Array;
  /** Pieces sorted by word; those of word w are at firstPiece[w] up to firstPiece[w + 1]. */
  private readonly piecesByWord: Int32Array;
  private readonly firstPiece: Int32Array;
  private readonly positions: Map<Element, number>;
  /** Whether the pieces that were asked about are visible; each is read once. */
  private readonly shown = new Map<number, boolean>();

  constructor(root: ParentNode) {
    const pieces = readPieces(root);
    // Stable, so the pieces of one word stay in document order.
    const sorted = [...pieces].sort((one, other) => one.start - other.start);

    const starts: number[] = [];
    const ends: number[] = [];
    const firstPiece: number[] = [];
    this.wordOfPiece = new Int32Array(pieces.length);
    const joined = joinedPieces(pieces.map(({ element }) => element));
    let positionBefore = -1;
    let endOfWord = -1;
    sorted.forEach(({ start, end, position }, rank) => {
      const isJoined = joined.has(position) && positionBefore === position - 1;
      if (rank === 0 || (start >= endOfWord && !isJoined)) {
        starts.push(start);
        ends.push(end);
        firstPiece.push(rank);
        endOfWord = end;
      } else if (end > endOfWord) {
        ends[ends.length - 1] = end;
        endOfWord = end;
      }
      this.wordOfPiece[position] = starts.length - 1;
      positionBefore = position;
    });
    firstPiece.push(pieces.length);

    this.pieces = pieces.map((piece) => piece.element);
    this.starts = Int32Array.from(starts);
    this.ends = Int32Array.from(ends);
    this.piecesByWord = Int32Array.from(sorted, ({ position }) => position);
    this.firstPiece = Int32Array.from(firstPiece);
    this.positions = new Map(this.pieces.map((element, position) => [element, position]));
  }

  get wordCount(): number {
    return this.starts.length;
  }

  /** The tokens of a word. */
  spanOf(word: number): TokenSpan {
    return { start_token: at(this.starts, word), end_token: at(this.ends, word) };
  }

  /** The tokens from one word to another, both included. */
  spanBetween(one: number, other: number): TokenSpan {
    return {
      start_token: at(this.starts, Math.min(one, other)),
      end_token: at(this.ends, Math.max(one, other)),
    };
  }

  /** The words in a span, as [from, to). */
  wordsIn(span: TokenSpan): readonly [from: number, to: number] {
    const from = lowerBound(this.wordCount, (word) => at(this.ends, word) > span.start_token);
    const to = lowerBound(this.wordCount, (word) => at(this.starts, word) >= span.end_token);
    return [from, Math.max(from, to)];
  }

  /** The word that a node belongs to; null for anything but a token (white space, pictures). */
  wordAt(node: Node | null): number | null {
    let element = node?.nodeType === 1 ? (node as Element) : node?.parentElement;
    while (element) {
      const position = this.positions.get(element);
      if (position !== undefined) return at(this.wordOfPiece, position);
      element = element.parentElement;
    }
    return null;
  }

  /** Positions in `pieces` of the words [from, to), in document order. */
  piecePositions(from: number, to: number): number[] {
    const positions = Array.from(
      this.piecesByWord.subarray(at(this.firstPiece, from), at(this.firstPiece, to)),
    );
    return positions.sort((a, b) => a - b);
  }

  /** Whether a piece can be seen. Before the page is on screen nobody knows, and all count as seen. */
  isShown(position: number): boolean {
    const known = this.shown.get(position);
    if (known !== undefined) return known;
    const piece = at(this.pieces, position);
    const page = piece.ownerDocument.body;
    if (!canTell(page) || !page.checkVisibility()) return true;
    const shown = canBeSeen(piece);
    this.shown.set(position, shown);
    return shown;
  }

  /** Whether any piece of a word can be seen. */
  isWordShown(word: number): boolean {
    return this.piecePositions(word, word + 1).some((position) => this.isShown(position));
  }

  /** What a word's pieces say, as one. */
  textOf(word: number): string {
    return this.piecePositions(word, word + 1)
      .map((position) => at(this.pieces, position).textContent)
      .join("");
  }

  /** The first piece of a word. */
  elementOf(word: number): Element {
    return at(this.pieces, at(this.piecesByWord, at(this.firstPiece, word)));
  }
}

function readPieces(root: ParentNode): Piece[] {
  const pieces: Piece[] = [];
  let outer: Element | null = null;
  for (const element of root.querySelectorAll("[data-t]")) {
    if (outer?.contains(element)) continue;
    const numbers = NUMBERS.exec(element.getAttribute("data-t") ?? "");
    if (!numbers) continue;
    const start = Number(numbers[1]);
    const end = Number(numbers[2] ?? start) + 1;
    if (end <= start) continue;
    pieces.push({ element, position: pieces.length, start, end });
    outer = element;
  }
  return pieces;
}

/** Whether an element's styles let it be seen; also true where the browser can't tell. */
export function canBeSeen(element: Element): boolean {
  return (
    !canTell(element) ||
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
  );
}

/** Browsers from before 2024 don't say what is visible. */
function canTell(element: Partial<Pick<Element, "checkVisibility">>): boolean {
  return element.checkVisibility !== undefined;
}

/** The smallest position in [0, length) for which `reached` holds, or length. */
export function lowerBound(length: number, reached: (position: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (reached(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Reads a position that is known to exist. */
export function at<T>(values: ArrayLike<T>, position: number): T {
  const value = values[position];
  if (value === undefined) throw new RangeError(`No position ${position} of ${values.length}.`);
  return value;
}
