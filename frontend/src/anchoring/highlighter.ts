/** Names that the rendering's style sheet knows, plus one for each distinct answer. */
type HighlightName =
  | "short-answer"
  | "pending"
  | "cursor"
  | "find"
  | "find-current"
  | "system"
  | "system-long"
  | `answer-${number}`;

/**
 * Paints ranges with the CSS Custom Highlight API. Nothing is written into the document, so
 * painting costs no layout. Where the API is missing, nothing is painted.
 */
export class Highlighter {
  private readonly view: (Window & typeof globalThis) | null;
  private readonly names = new Set<HighlightName>();

  constructor(document: Document) {
    this.view = document.defaultView;
  }

  set(name: HighlightName, ranges: readonly Range[], priority = 0): void {
    const view = this.view;
    if (!view || !supportsHighlights(view)) return;
    if (ranges.length === 0) {
      this.clear(name);
      return;
    }
    // A highlight made by another window's constructor is not painted in the frame.
    const highlight = new view.Highlight(...ranges);
    highlight.priority = priority;
    view.CSS.highlights.set(name, highlight);
    this.names.add(name);
  }

  clear(name: HighlightName): void {
    if (!this.names.delete(name)) return;
    this.view?.CSS.highlights.delete(name);
  }

  clearAll(): void {
    for (const name of [...this.names]) this.clear(name);
  }
}

function supportsHighlights(view: Window & typeof globalThis): boolean {
  return "Highlight" in view && "CSS" in view && "highlights" in view.CSS;
}
