import { candidateElements, CandidateNavigator, renderedCandidates } from "./candidateNavigator";
import { CURSOR_STYLE } from "./cursorStyle";
import { FarBlocks } from "./farBlocks";
import { FindInPage } from "./findInPage";
import { Highlighter } from "./highlighter";
import { Outlines, type Mark } from "./outlines";
import type { Candidate, TokenSpan } from "./spans";
import { readSections, type Section } from "./tableOfContents";
import { TokenIndex } from "./tokenIndex";
import {
  shownInRows,
  shownTextOfSpan,
  textInRows,
  textOfSpan,
  tokenSpanToRanges,
} from "./tokenSpans";

/**
 * What chose a part of the page: a pointer in the page or on a button beside it, or else keys, a
 * search, or a list such as the contents.
 */
export type ChosenBy = "pointer" | "button" | "keys" | "search" | "list";

/** Pixels that stay free above something that was scrolled to. */
const MARGIN = 24;

/**
 * A page's rendering as the application sees it: its tokens, candidates and sections, and what is
 * marked in it. Marks are attributes and highlights written directly; nothing is re-rendered.
 */
export class PageView {
  readonly document: Document;
  readonly tokens: TokenIndex;
  readonly sections: readonly Section[];
  readonly highlighter: Highlighter;
  private readonly elements: Map<number, HTMLElement>;
  private readonly outlines: Outlines;
  private readonly far: FarBlocks;
  private readonly marks = new Map<string, HTMLElement>();
  private dimmed: Element[] = [];
  private finder: FindInPage | null = null;
  /** Where a scroll leads that goes on; null once it has ended, or the user scrolls themselves. */
  private goal: Element | Range | null = null;
  /** What was last brought into view; null once the user has scrolled away from it. */
  private shown: Element | Range | null = null;
  private width: number;
  private readonly candidates: readonly Candidate[] | null;
  private navigation: CandidateNavigator | null = null;

  /** Without `candidates` they are read off the rendering, once they are asked for. */
  constructor(document: Document, candidates: readonly Candidate[] | null) {
    this.document = document;
    this.tokens = new TokenIndex(document);
    this.elements = candidateElements(document);
    this.candidates = candidates;
    this.sections = readSections(document);
    this.highlighter = new Highlighter(document);
    this.outlines = new Outlines(document);
    this.far = new FarBlocks(document);
    this.addStyle(CURSOR_STYLE);
    for (const type of ["scrollend", "wheel", "touchmove"]) {
      document.addEventListener(type, this.forgetGoal, { passive: true });
    }
    document.addEventListener("pointerdown", this.stopScrolling);
    document.addEventListener("scrollend", this.forgetShown);
    document.defaultView?.addEventListener("resize", this.keepShown);
    this.width = document.documentElement.clientWidth;
  }

  private readonly forgetGoal = (): void => {
    this.goal = null;
  };

  /** Who presses means what is there: it must not slide on under the hand. */
  private readonly stopScrolling = (): void => {
    if (this.goal !== null) this.document.defaultView?.scrollBy({ top: 0, behavior: "instant" });
    this.forgetGoal();
  };

  private readonly forgetShown = (): void => {
    if (this.shown && !this.isElementInSight(this.shown)) this.shown = null;
  };

  /** Text of another width has other lines, so that what was in view may no longer be. */
  private readonly keepShown = (): void => {
    const width = this.document.documentElement.clientWidth;
    if (width === this.width) return;
    this.width = width;
    if (this.shown) this.bringIntoView(this.shown);
  };

  get navigator(): CandidateNavigator {
    const { candidates, elements, tokens } = this;
    this.navigation ??= new CandidateNavigator(
      candidates ?? renderedCandidates(elements, tokens),
      (index) => elements.has(index),
    );
    return this.navigation;
  }

  get find(): FindInPage {
    this.finder ??= new FindInPage(this.document.body);
    return this.finder;
  }

  elementOf(candidate: number): HTMLElement | null {
    return this.elements.get(candidate) ?? null;
  }

  /** The words of a span as the server reads them. */
  textOf(span: TokenSpan): string {
    return textOfSpan(this.tokens, span);
  }

  /** The same with a line for each row of a table. */
  textInRows(span: TokenSpan): string {
    return textInRows(this.tokens, span);
  }

  /** A span as people see it on the page. */
  shownTextOf(span: TokenSpan): string {
    return shownTextOfSpan(this.tokens, span);
  }

  /** The same with a line for each row of a table. */
  shownInRows(span: TokenSpan): string {
    return shownInRows(this.tokens, span);
  }

  /** The first words of a span, for labels and announcements. */
  beginningOf(span: TokenSpan, words = 8): string {
    const [from, to] = this.tokens.wordsIn(span);
    if (from === to) return "";
    const last = Math.min(to, from + words) - 1;
    return this.shownTextOf(this.tokens.spanBetween(from, last)) + (last < to - 1 ? " …" : "");
  }

  rangesOf(spans: readonly TokenSpan[]): Range[] {
    return spans.flatMap((span) => tokenSpanToRanges(this.tokens, span));
  }

  setTheme(theme: "light" | "dark"): void {
    this.document.documentElement.dataset.theme = theme;
  }

  /** What a click takes, which the pointer's form shows before; null where it takes nothing. */
  setChoosing(what: "boxes" | "words" | null): void {
    const { dataset } = this.document.documentElement;
    if (what === null) delete dataset.choosing;
    else dataset.choosing = what;
  }

  /** Adds rules to the page; its own style sheet stays as it is. */
  addStyle(rules: string): void {
    const style = this.document.createElement("style");
    style.textContent = rules;
    this.document.head.append(style);
  }

  /** Lights one candidate, and no other; the keyboard's cursor has a frame of its own. */
  setHover(candidate: number | null, by: ChosenBy = "pointer"): void {
    this.document.documentElement.toggleAttribute("data-by-keys", !isByHand(by));
    this.mark("data-hover", candidate);
  }

  /** Marks one candidate as chosen, and no other. */
  setSelected(candidate: number | null): void {
    this.mark("data-selected", candidate);
  }

  private mark(attribute: Mark | "data-lifted", candidate: number | null): void {
    const element = candidate === null ? undefined : this.elements.get(candidate);
    const marked = this.marks.get(attribute);
    if (marked === element) return;
    marked?.removeAttribute(attribute);
    element?.setAttribute(attribute, "");
    if (element) this.marks.set(attribute, element);
    else this.marks.delete(attribute);
    if (attribute !== "data-lifted") this.outlines.draw(attribute, element ?? null);
  }

  /**
   * Dims everything but one candidate; with null nothing is dim. The dimming layer covers floating
   * content beside it, so a candidate in there is lifted.
   */
  dimAllBut(candidate: number | null): void {
    this.mark("data-lifted", candidate !== null && this.isBeside(candidate) ? candidate : null);
    for (const element of this.dimmed) element.removeAttribute("data-dimmed");
    this.dimmed = [];
    let inner: Element | null = candidate === null ? null : this.elementOf(candidate);
    while (inner && inner !== this.document.body) {
      const parent: Element | null = inner.parentElement;
      for (const sibling of parent?.children ?? []) {
        if (sibling === inner) continue;
        sibling.setAttribute("data-dimmed", "");
        this.dimmed.push(sibling);
      }
      inner = parent;
    }
  }

  /** Whether a candidate floats, or something around it does. */
  private isBeside(candidate: number): boolean {
    const view = this.document.defaultView;
    let element: Element | null = this.elementOf(candidate);
    while (view && element) {
      if (view.getComputedStyle(element).float !== "none") return true;
      element = element.parentElement;
    }
    return false;
  }

  /** The first candidate that begins in the visible part of the page. */
  firstInView(): number | null {
    for (const index of this.navigator.order) {
      const box = this.elements.get(index)?.getBoundingClientRect();
      if (box && box.height > 0 && box.top >= 0) return index;
    }
    return this.navigator.first();
  }

  /** Whether some of a candidate is in view, or is being scrolled to. */
  isInSight(candidate: number): boolean {
    const element = this.elements.get(candidate);
    return !element || this.isElementInSight(element);
  }

  /** The same of any part of the page. */
  isElementInSight(element: Element | Range): boolean {
    if (element === this.goal) return true;
    const { top, bottom, height } = element.getBoundingClientRect();
    // What has no height is nowhere, so nobody can have scrolled away from it.
    return height === 0 || (bottom > 0 && top < (this.document.defaultView?.innerHeight ?? 0));
  }

  /** Whether the page is on its way to something that was revealed. */
  get isScrolling(): boolean {
    return this.goal !== null;
  }

  /** Whether all of an element's height is in view. */
  isInView(element: Element): boolean {
    const { top, bottom, height } = element.getBoundingClientRect();
    return height > 0 && top >= 0 && bottom <= (this.document.defaultView?.innerHeight ?? 0);
  }

  /**
   * Scrolls to something unless all of it is in view. A pointer in the page never scrolls: its next
   * press would meet something else. For a button the page moves only if none of it is in sight.
   */
  reveal(target: Element | Range, by: ChosenBy): void {
    const isThere = this.isElementInSight(target);
    if (by === "pointer" && !isThere) return;
    this.shown = target;
    if (!isThere || !isByHand(by)) this.bringIntoView(target);
  }

  private bringIntoView(target: Element | Range): void {
    const view = this.document.defaultView;
    if (!view || fillsView(target.getBoundingClientRect(), view)) return;
    this.far.finish();
    const box = target.getBoundingClientRect();
    const isSmall = fits(box, view) && box.height < view.innerHeight * 0.6;
    const offset = isSmall ? (view.innerHeight - box.height) / 2 : MARGIN;
    this.goal = target;
    scrollBy(view, box.top - offset);
  }

  /** Puts something at the top of the view, at once: the next key begins there. */
  scrollTo(target: Element): void {
    const view = this.document.defaultView;
    this.shown = target;
    this.far.finish();
    view?.scrollBy({ top: target.getBoundingClientRect().top - MARGIN, behavior: "instant" });
  }

  /** Scrolls by most of a view's height, down (1) or up (-1), at once. */
  scrollByPage(direction: 1 | -1): void {
    const view = this.document.defaultView;
    view?.scrollBy({ top: direction * 0.85 * view.innerHeight, behavior: "instant" });
  }

  /** Takes every mark off. */
  clear(): void {
    this.setHover(null);
    this.setSelected(null);
    this.dimAllBut(null);
    this.highlighter.clearAll();
  }
}

function isByHand(by: ChosenBy): boolean {
  return by === "pointer" || by === "button";
}

/** Whether all of a box is in view; one that is larger than the view and covers it counts. */
function fillsView(box: DOMRect, view: Window): boolean {
  const [top, bottom] = [MARGIN, view.innerHeight - MARGIN];
  if (box.top >= top && box.bottom <= bottom) return true;
  return !fits(box, view) && box.top <= top && box.bottom >= bottom;
}

function fits(box: DOMRect, view: Window): boolean {
  return box.height <= view.innerHeight - 2 * MARGIN;
}

/** Smooth over short ways, unless the user asked for less motion. */
function scrollBy(view: Window, distance: number): void {
  const still = view.matchMedia("(prefers-reduced-motion: reduce)").matches;
  const near = Math.abs(distance) <= 1.5 * view.innerHeight;
  view.scrollBy({ top: distance, behavior: near && !still ? "smooth" : "instant" });
}
