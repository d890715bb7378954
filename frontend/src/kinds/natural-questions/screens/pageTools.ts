import { CandidateCursor } from "@/anchoring/candidateCursor";
import { smallestCandidateAt } from "@/anchoring/candidateNavigator";
import type { FrameBridge } from "@/anchoring/frameBridge";
import type { ChosenBy, PageView } from "@/anchoring/pageView";
import { QuestionWords } from "@/anchoring/questionWords";
import { encloses, type Candidate, type TokenSpan } from "@/anchoring/spans";
import { rangeToTokenSpan } from "@/anchoring/tokenSpans";
import { WordCursor } from "@/anchoring/wordCursor";

import type { Stage } from "../types";
import type { ChosenBox } from "./annotation";

/** What an annotator points with in an open page: at boxes in stage 2, at words in stage 3. */
export class PageTools {
  readonly view: PageView;
  readonly candidates: CandidateCursor;
  private readonly bridge: FrameBridge;
  private box: ChosenBox | null = null;
  private words: WordCursor | null = null;
  /** What find-in-page showed last. */
  private match: Range | null = null;
  /** What was marked before stage 3, where the cursor goes once it is reached. */
  private marked: TokenSpan | null = null;
  private questionWords: QuestionWords | null = null;

  constructor(view: PageView, bridge: FrameBridge, onMove: (candidate: Candidate | null) => void) {
    this.view = view;
    this.bridge = bridge;
    this.candidates = new CandidateCursor(view, onMove);
  }

  /** The words in the chosen box; null outside stage 3. */
  get wordCursor(): WordCursor | null {
    return this.words;
  }

  /** The words that the cursor is on and where they are, to be read out; null without any. */
  get cursorInWords(): string | null {
    const { span = null, place = null } = this.words ?? {};
    return span && place && `${this.view.shownTextOf(span)}, word ${place.word} of ${place.of}`;
  }

  /** Shows what was chosen, as the stage needs it, and reveals it. */
  showStage(stage: Stage, box: ChosenBox | null, by: ChosenBy): void {
    const marking = stage === "short_answer" && box !== null;
    this.view.setSelected(box?.index ?? null);
    this.view.setChoosing(marking ? "words" : stage === "long_answer" ? "boxes" : null);
    this.view.dimAllBut(marking ? box.index : null);
    // Words of a chosen box can be marked before the stage is reached.
    this.bridge.dragging = marking || (stage === "long_answer" && box !== null);
    this.words?.clear();
    this.words = marking ? new WordCursor(this.view, box) : null;
    this.box = box;
    if (this.marked !== null && this.words !== null) this.noteMarked(this.marked);
    else if (marking) this.goToMatch();
    if (stage !== "long_answer") this.candidates.clear();
    const element = box && this.view.elementOf(box.index);
    if (element && (marking || stage === "long_answer")) this.view.reveal(element, by);
  }

  showSpans(spans: readonly TokenSpan[]): void {
    this.view.highlighter.set("short-answer", this.view.rangesOf(spans));
  }

  /** Remembers what find-in-page shows, to go on from there; null where it shows nothing. */
  noteMatch(match: Range | null): void {
    this.match = match;
    if (match !== null) this.marked = null;
  }

  /**
   * Remembers what was marked last, for the cursor to stand behind it; null where an answer needs
   * no words. What find-in-page showed before is over.
   */
  noteMarked(span: TokenSpan | null): void {
    this.match = null;
    this.marked = this.words === null ? span : null;
    if (span !== null) this.words?.spend(span);
  }

  /**
   * Moves the cursor to what was found: to its box or, in the chosen one, to its words. False where
   * that is in none.
   */
  goToMatch(): boolean {
    const match = this.match;
    if (match === null) return false;
    if (this.words === null) {
      const candidate = smallestCandidateAt(match.startContainer);
      if (candidate !== null) this.moveTo(candidate, "search");
      return candidate !== null;
    }
    this.match = null;
    const span = rangeToTokenSpan(this.view.tokens, match);
    if (!span || !this.box || !encloses(this.box, span)) return false;
    this.words.placeOn(span);
    return true;
  }

  /** Moves to the next box with words of the question, or (-1) the one before. False at the end. */
  jumpByWords(question: string, chosen: number | null, direction: 1 | -1): boolean {
    this.questionWords ??= new QuestionWords(this.view, question);
    const target = this.questionWords.next(this.candidates.start(chosen), direction);
    if (target === null) return false;
    this.moveTo(target, "keys");
    return true;
  }

  /** Whether a node lies in the chosen box. */
  isInBox(node: Node | null): boolean {
    const element = this.box && this.view.elementOf(this.box.index);
    return element?.contains(node) === true;
  }

  /** The words of a drag, clipped to the box; they are painted until it is done. */
  dragOver(range: Range | null, done: boolean): TokenSpan | null {
    const span = range && this.box && rangeToTokenSpan(this.view.tokens, range, this.box);
    const pending = span && !done ? this.view.rangesOf([span]) : [];
    this.view.highlighter.set("pending", pending, 1);
    return span;
  }

  /**
   * Places the cursor on the word at a node, or with `extend` stretches to it and returns what is
   * between. Beside the words nothing happens.
   */
  pointAt(node: Node | null, extend: boolean): TokenSpan | null {
    const word = this.view.tokens.wordAt(node);
    if (!extend) {
      this.words?.placeAt(word);
      return null;
    }
    if (word === null) return null;
    this.words?.extendTo(word);
    return this.words?.span ?? null;
  }

  /** The tokens of the word at a node. */
  wordAt(node: Node | null): TokenSpan | null {
    const word = this.view.tokens.wordAt(node);
    return word === null ? null : this.view.tokens.spanOf(word);
  }

  /** Moves the box's cursor to a box; the pointer at rest does not interfere. */
  moveTo(candidate: number, by: ChosenBy): void {
    this.bridge.quiet();
    this.candidates.moveTo(candidate, by);
  }

  /** The same by a key. */
  moveByKey(key: string, chosen: number | null): boolean {
    this.bridge.quiet();
    return this.candidates.moveByKey(key, chosen);
  }

  /** Takes the cursor off the words and ends a drag. False where there was neither. */
  letGo(): boolean {
    const had = this.bridge.isDragging || (this.words?.span ?? null) !== null;
    this.words?.clear();
    this.bridge.cancelDrag();
    return had;
  }
}
