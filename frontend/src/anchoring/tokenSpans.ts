import type { TokenSpan } from "./spans";
import { at, lowerBound, type TokenIndex } from "./tokenIndex";

/**
 * The whole tokens that a range of the rendering touches, or null when it touches none.
 *
 * A token counts as touched when at least one of its characters is inside and can be seen. With `within`, tokens
 * outside it are left out, so a drag that leaves the chosen box stays in the box.
 */
export function rangeToTokenSpan(
  index: TokenIndex,
  range: Range,
  within?: TokenSpan,
): TokenSpan | null {
  if (range.collapsed) return null;
  const { pieces, wordOfPiece } = index;
  let first = lowerBound(pieces.length, (position) => endsAfterStart(range, at(pieces, position)));
  let last =
    lowerBound(pieces.length, (position) => range.comparePoint(at(pieces, position), 0) > 0) - 1;
  const counts = (position: number) =>
    index.isShown(position) && touches(range, at(pieces, position));
  while (first <= last && !counts(first)) first++;
  while (first <= last && !counts(last)) last--;
  if (first > last) return null;

  const [from, to] = within ? index.wordsIn(within) : [0, index.wordCount];
  let lowest = Infinity;
  let highest = -1;
  for (let position = first; position <= last; position++) {
    const word = at(wordOfPiece, position);
    if (word < from || word >= to) continue;
    if (word < lowest) lowest = word;
    if (word > highest) highest = word;
  }
  return highest < 0 ? null : index.spanBetween(lowest, highest);
}

/**
 * The ranges that show a span: one for each run of text that nothing else interrupts. A reference
 * mark between two tokens is not a token, so it is not in a range.
 */
export function tokenSpanToRanges(index: TokenIndex, span: TokenSpan): Range[] {
  const ranges: Range[] = [];
  let previous: number | null = null;
  for (const position of index.piecePositions(...index.wordsIn(span))) {
    const piece = at(index.pieces, position);
    const open = ranges.at(-1);
    if (open && previous !== null && gap(index, previous, position).joins) {
      open.setEnd(piece, piece.childNodes.length);
    } else {
      if (open && previous !== null) takeExponent(open, at(index.pieces, previous));
      const range = piece.ownerDocument.createRange();
      range.selectNodeContents(piece);
      ranges.push(range);
    }
    previous = position;
  }
  const last = ranges.at(-1);
  if (last && previous !== null) takeExponent(last, at(index.pieces, previous));
  return ranges;
}

/**
 * A span's text as the page shows it, white space folded: with the exponents, which are not tokens,
 * and without hidden tokens and reference marks.
 */
export function shownTextOfSpan(index: TokenIndex, span: TokenSpan): string {
  return shownInRows(index, span).replaceAll("\n", " ");
}

/** The same with a line for each row of a table. */
export function shownInRows(index: TokenIndex, span: TokenSpan): string {
  return readRows(index, span, { asShown: true });
}

/** A span's tokens as text, with single spaces, without anything that is not a token. */
export function textOfSpan(index: TokenIndex, span: TokenSpan): string {
  return textInRows(index, span).replaceAll("\n", " ");
}

/** The same with a line for each row of a table. */
export function textInRows(index: TokenIndex, span: TokenSpan): string {
  return readRows(index, span, { asShown: false });
}

function readRows(index: TokenIndex, span: TokenSpan, { asShown }: { asShown: boolean }): string {
  const rows: string[] = [];
  let text = "";
  let previous: number | null = null;
  for (const position of index.piecePositions(...index.wordsIn(span))) {
    if (asShown && !index.isShown(position)) continue;
    if (previous !== null) {
      const { spaced, shown } = gap(index, previous, position);
      if (asShown) text += shown;
      else if (spaced) text += " ";
      if (rowOf(index, previous) !== rowOf(index, position)) {
        rows.push(text);
        text = "";
      }
    }
    text += at(index.pieces, position).textContent;
    previous = position;
  }
  if (asShown && previous !== null)
    text += textOfExponent(exponentAfter(at(index.pieces, previous)));
  const folded = [...rows, text].map((row) => row.replace(/\s+/g, " ").trim());
  return folded.filter((row) => row !== "").join("\n");
}

/** The row of a table that a piece is in, or null. */
function rowOf(index: TokenIndex, position: number): Element | null {
  return at(index.pieces, position).closest("tr, [data-as=tr]");
}

/** What is between two consecutive pieces of a span. */
interface Gap {
  /** Whether a range can go on from one to the other. */
  readonly joins: boolean;
  readonly spaced: boolean;
  /** It as the page shows it: white space and exponents. */
  readonly shown: string;
}

function gap(index: TokenIndex, before: number, after: number): Gap {
  const wordBefore = at(index.wordOfPiece, before);
  const wordAfter = at(index.wordOfPiece, after);
  if (after !== before + 1) {
    // What is between them is hidden, but for an exponent of the first.
    const exponent = textOfExponent(exponentAfter(at(index.pieces, before)));
    return { joins: false, spaced: true, shown: `${exponent} ` };
  }
  const tagsBetween =
    wordBefore !== wordAfter &&
    index.spanOf(wordBefore).end_token !== index.spanOf(wordAfter).start_token;
  const between = at(index.pieces, before).ownerDocument.createRange();
  between.setStartAfter(at(index.pieces, before));
  between.setEndBefore(at(index.pieces, after));
  const text = between.toString();
  const spaced = tagsBetween || /\s/.test(text);
  const plain = spaced ? " " : "";
  const exponents = text.trim() === "" ? null : exponentsIn(between);
  return {
    joins: !tagsBetween && text.trim() === (exponents?.text ?? ""),
    spaced,
    shown: exponents ? shownExponents(exponents, tagsBetween) : plain,
  };
}

interface Exponents {
  readonly text: string;
  /** Whether white space comes before the first of them, and after it. */
  readonly spacedBefore: boolean;
  readonly spacedAfter: boolean;
}

/** What is written above the line between two tokens, except reference marks, or null. */
function exponentsIn(between: Range): Exponents | null {
  const content = between.cloneContents();
  const exponents = Array.from(content.querySelectorAll("sup")).filter(isExponent);
  const text = exponents.map((each) => each.textContent.trim()).join("");
  const [first] = exponents;
  if (!first || text === "") return null;
  const before = content.ownerDocument.createRange();
  before.setStart(content, 0);
  before.setEndBefore(first);
  const rest = content.textContent.slice(before.toString().length);
  return { text, spacedBefore: /\s/.test(before.toString()), spacedAfter: /\s/.test(rest) };
}

/** An exponent stands with the word that it touches; tags between cells keep words apart, too. */
function shownExponents(exponents: Exponents, tagsBetween: boolean): string {
  const { text, spacedBefore, spacedAfter } = exponents;
  const after = spacedAfter || (tagsBetween && !spacedBefore);
  return (spacedBefore ? " " : "") + raised(text) + (after ? " " : "");
}

function isExponent(superscript: Element): boolean {
  return !superscript.matches(".reference") && !superscript.textContent.trim().startsWith("[");
}

/** What is written above the line right behind a token, or null. It belongs to the last word. */
function exponentAfter(piece: Element): Element | null {
  let before: Element = piece;
  while (!before.nextSibling && before.parentElement && !before.matches("[data-c]")) {
    before = before.parentElement;
  }
  const next = before.nextElementSibling;
  if (next === null || next !== before.nextSibling || !next.matches("sup")) return null;
  return isExponent(next) && next.querySelector("[data-t]") === null ? next : null;
}

function textOfExponent(exponent: Element | null): string {
  return exponent === null ? "" : raised(exponent.textContent.trim());
}

function takeExponent(range: Range, piece: Element): void {
  const exponent = exponentAfter(piece);
  if (exponent !== null) range.setEndAfter(exponent);
}

const RAISED = new Map(
  Array.from("0123456789+-−=()n", (plain, place) => [
    plain,
    Array.from("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿ")[place],
  ]),
);

/** Text in superscript characters if all of it has them, or else as it is. */
function raised(text: string): string {
  const letters = Array.from(text, (letter) => RAISED.get(letter));
  return letters.every((letter) => letter !== undefined) ? letters.join("") : text;
}

function endsAfterStart(range: Range, piece: Element): boolean {
  return range.comparePoint(piece, piece.childNodes.length) >= 0;
}

/** Whether at least one character of the piece is inside the range. */
function touches(range: Range, piece: Element): boolean {
  const overlap = piece.ownerDocument.createRange();
  overlap.selectNodeContents(piece);
  if (range.compareBoundaryPoints(Range.START_TO_START, overlap) > 0) {
    overlap.setStart(range.startContainer, range.startOffset);
  }
  if (range.compareBoundaryPoints(Range.END_TO_END, overlap) < 0) {
    overlap.setEnd(range.endContainer, range.endOffset);
  }
  if (overlap.collapsed) return false;
  // A formula may be nothing but a picture.
  return overlap.toString() !== "" || piece.textContent === "";
}
