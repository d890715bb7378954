/** What is so far down that nobody sees it when the page opens, infobox and contents included. */
const FAR =
  ":is(body, div, main, article, section) > :nth-child(n + 13), section:nth-of-type(n + 4)";
const MARK = "data-far";
const STYLE = `[${MARK}]{content-visibility:auto;contain-intrinsic-block-size:auto 5em;overflow-clip-margin:4em}`;
/** Blocks that are laid out before the clock is looked at again. */
const AT_ONCE = 4;
/** Milliseconds in which the application draws its own parts of the screen first. */
const BEFORE_IT_BEGINS = 400;
/** Milliseconds of an idle moment that must be left for that. */
const LEAST_LEFT = 8;

/**
 * Puts off the layout of what is far down, so that a long page opens as soon as a short one. Call
 * it before the document is shown; `FarBlocks` then lays the rest out.
 */
export function putOffFar(document: Document): void {
  // Without idle moments nobody would lay it out.
  if (!("requestIdleCallback" in globalThis)) return;
  for (const block of document.querySelectorAll(FAR)) block.setAttribute(MARK, "");
  const style = document.createElement("style");
  style.textContent = STYLE;
  document.head.append(style);
}

/**
 * Lays out what `putOffFar` has put off, from the top down, whenever the browser is idle. Until
 * then the heights of these blocks are guessed, so a jump over them needs `finish` first.
 */
export class FarBlocks {
  private waiting: Element[];
  private readonly body: HTMLElement;

  constructor(document: Document) {
    this.body = document.body;
    this.waiting = Array.from(document.querySelectorAll(`[${MARK}]`));
    setTimeout(this.goOn, BEFORE_IT_BEGINS);
  }

  /** Lays out all that is left, at once. */
  finish(): void {
    this.layOut(this.waiting.length);
  }

  private readonly goOn = (): void => {
    if (this.waiting.length > 0) requestIdleCallback(this.layOutSome);
  };

  private readonly layOutSome = (idle: IdleDeadline): void => {
    while (this.waiting.length > 0 && idle.timeRemaining() > LEAST_LEFT) {
      this.layOut(AT_ONCE);
      // Asking for a size lays out what has changed now and not in the next frame.
      this.body.getBoundingClientRect();
    }
    this.goOn();
  };

  private layOut(count: number): void {
    for (const block of this.waiting.splice(0, count)) block.removeAttribute(MARK);
  }
}
