import type { PageView } from "./pageView";
import { beginsPhrase, endsPhrase, endsSentence } from "./phrases";
import { isRightToLeft, mirrored } from "./rightToLeft";
import type { TokenSpan } from "./spans";

/** So many words an arrow key goes with Ctrl. */
const FAR = 5;

/**
 * The words that are about to be marked inside the chosen box, by keyboard or by click. A cursor
 * that has been marked is spent: it keeps its place but marks nothing more until it moves, or with
 * Shift extends what was marked.
 */
export class WordCursor {
  private readonly view: PageView;
  private readonly from: number;
  private readonly to: number;
  private anchor: number | null = null;
  private focus: number | null = null;
  private spent = false;

  constructor(view: PageView, box: TokenSpan) {
    this.view = view;
    [this.from, this.to] = view.tokens.wordsIn(box);
  }

  /** The tokens that would be marked now. */
  get span(): TokenSpan | null {
    if (this.spent || this.anchor === null || this.focus === null) return null;
    return this.view.tokens.spanBetween(this.anchor, this.focus);
  }

  /** Puts the cursor on a word; outside the box nothing happens. */
  placeAt(word: number | null): void {
    if (word === null || word < this.from || word >= this.to) return;
    this.anchor = word;
    this.focus = word;
    this.spent = false;
    this.paint();
  }

  /** Puts the cursor on all words of a span, ready to be marked; outside the box nothing happens. */
  placeOn(span: TokenSpan): void {
    const [first, end] = this.view.tokens.wordsIn(span);
    if (first < this.from || end > this.to || first === end) return;
    this.anchor = first;
    this.focus = end - 1;
    this.spent = false;
    this.paint();
  }

  /** Stretches from the cursor to a word. */
  extendTo(word: number | null): void {
    if (word === null || word < this.from || word >= this.to) return;
    this.anchor ??= word;
    this.focus = word;
    this.spent = false;
    this.paint();
  }

  /**
   * Moves by an arrow key, Home or End; with `extend` the beginning stays. With `far` the arrows go
   * five words instead of one, and a phrase instead of a line. Without a cursor in sight, arrows
   * begin where one reads: at the first or, going back, at the last word in view. False for other
   * keys.
   */
  moveByKey(key: string, { extend = false, far = false } = {}): boolean {
    const isMove = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End"].includes(key);
    if (!isMove) return false;
    const direction = this.isRightToLeft() ? mirrored(key) : key;
    const word = this.target(direction, extend, far);
    if (extend) this.extendTo(word);
    else this.placeAt(word);
    if (this.focus !== null) this.view.reveal(this.view.tokens.elementOf(this.focus), "keys");
    return true;
  }

  /** Which of the box's words the cursor is on, from 1; null without a cursor. */
  get place(): { readonly word: number; readonly of: number } | null {
    if (this.focus === null) return null;
    const { tokens } = this.view;
    let word = 0;
    let of = 0;
    for (let each = this.from; each < this.to; each++) {
      if (!tokens.isWordShown(each)) continue;
      of += 1;
      if (each <= this.focus) word += 1;
    }
    return { word, of };
  }

  /** The sentence around the cursor, as far as the box has it; "" without a cursor. */
  get sentence(): string {
    if (this.focus === null) return "";
    const { tokens } = this.view;
    const ends = (word: number) => tokens.isWordShown(word) && endsSentence(this.textOf(word));
    let first = this.focus;
    while (first > this.from && !ends(first - 1)) first--;
    let last = this.focus;
    while (last < this.to - 1 && !ends(last)) last++;
    return this.view.shownTextOf(tokens.spanBetween(first, last));
  }

  /** Says that a span was marked: the cursor is spent at its end, from where it can be extended. */
  spend(span: TokenSpan): void {
    this.placeOn(span);
    this.spent = true;
    this.paint();
  }

  clear(): void {
    this.anchor = null;
    this.focus = null;
    this.paint();
  }

  /** Whether the words are written from right to left, where the left arrow leads on. */
  private isRightToLeft(): boolean {
    if (this.from >= this.to) return false;
    return isRightToLeft(this.view.tokens.elementOf(this.focus ?? this.from));
  }

  /** The word that a key leads to. */
  private target(key: string, extend: boolean, far: boolean): number {
    if (key === "Home") return this.shownFrom(this.from, 1);
    if (key === "End") return this.shownFrom(this.to - 1, -1);
    const direction = isBack(key) ? -1 : 1;
    const entry = this.entry(direction, extend);
    // The way from the entry is part of a long one, and where a short one ends.
    if (entry !== null && (extend || !far)) return entry;
    const from = entry ?? this.focus ?? this.from;
    if (key === "ArrowLeft" || key === "ArrowRight") {
      return this.stepsFrom(from, far ? FAR * direction : direction);
    }
    return far ? this.phraseFrom(from, direction, extend) : this.wordOnNextLine(from, direction);
  }

  /** Where arrows begin: at the first or last word in view. Null where that is the cursor. */
  private entry(direction: 1 | -1, extend: boolean): number | null {
    const { tokens } = this.view;
    const focus = this.focus;
    const isThere = focus !== null && this.view.isElementInSight(tokens.elementOf(focus));
    const edge = direction === 1 ? this.from : this.to - 1;
    if (!extend && !isThere && !this.view.isScrolling) {
      for (let word = edge; word >= this.from && word < this.to; word += direction) {
        if (this.view.isInView(tokens.elementOf(word)) && tokens.isWordShown(word)) return word;
      }
    }
    return focus === null ? this.shownFrom(edge, direction) : null;
  }

  /** The first word from one on that can be seen; at the box's edge `otherwise`. */
  private shownFrom(word: number, direction: 1 | -1, otherwise = this.focus ?? this.from): number {
    for (let next = word; next >= this.from && next < this.to; next += direction) {
      if (this.view.tokens.isWordShown(next)) return next;
    }
    return otherwise;
  }

  /** The word so many shown ones further on, or back; at the most the last, or the first. */
  private stepsFrom(word: number, steps: number): number {
    const direction = steps < 0 ? -1 : 1;
    let reached = word;
    for (let left = Math.abs(steps); left > 0; left--) {
      reached = this.shownFrom(reached + direction, direction, reached);
    }
    return reached;
  }

  /**
   * The first word of the next phrase or, going back, of this one or the one before. What is
   * extended ahead ends with the phrase, before its mark. At the box's edge the word there.
   */
  private phraseFrom(word: number, direction: 1 | -1, extend: boolean): number {
    const isReached = (next: number) => {
      const text = this.textOf(next);
      return direction === 1 && extend
        ? endsPhrase(text, this.textOf(this.shownFrom(next + 1, 1, next)))
        : beginsPhrase(text, this.textOf(this.shownFrom(next - 1, -1, next)));
    };
    let reached = this.stepsFrom(word, direction);
    for (let next = reached; !isReached(next); reached = next) {
      next = this.stepsFrom(reached, direction);
      if (next === reached) break;
    }
    return reached;
  }

  private textOf(word: number): string {
    return this.view.tokens.textOf(word).trim();
  }

  /** The word nearest in the line below (1) or above (-1); at the edge the same word. */
  private wordOnNextLine(word: number, direction: 1 | -1): number {
    const box = this.boxOf(word);
    let best = word;
    let line: DOMRect | null = null;
    let nearest = Infinity;
    for (let next = word + direction; next >= this.from && next < this.to; next += direction) {
      if (!this.view.tokens.isWordShown(next)) continue;
      const there = this.boxOf(next);
      const beyond = direction === 1 ? there.top >= box.bottom - 1 : there.bottom <= box.top + 1;
      if (!beyond) continue;
      if (line && Math.abs(there.top - line.top) > line.height / 2) break;
      line ??= there;
      const distance = Math.abs(there.left - box.left);
      if (distance < nearest) {
        nearest = distance;
        best = next;
      }
    }
    return best;
  }

  private boxOf(word: number): DOMRect {
    return this.view.tokens.elementOf(word).getBoundingClientRect();
  }

  private paint(): void {
    const { highlighter } = this.view;
    const span = this.span;
    if (!span || this.focus === null) {
      highlighter.clear("pending");
      highlighter.clear("cursor");
      return;
    }
    highlighter.set("pending", this.view.rangesOf([span]), 1);
    highlighter.set("cursor", this.view.rangesOf([this.view.tokens.spanOf(this.focus)]), 2);
  }
}

function isBack(key: string): boolean {
  return key === "ArrowLeft" || key === "ArrowUp";
}
