import { textOutline, type Edges } from "./textOutline";

/** Which mark a frame stands for. */
export type Mark = "data-hover" | "data-selected";

const SVG = "http://www.w3.org/2000/svg";
/** What may float in a page; whether it does, its style says. */
const FLOATING =
  "table, figure, .thumb, .sidebar, .portal, .portalbox, .quotebox, .side-box, .sistersitebox, " +
  ".floatright, .floatleft, .tright, .tleft, .mbox-small, .mbox-small-left, #coordinates, " +
  "[align=right], [align=left], [style*=float]";
const STROKES: Readonly<
  Record<Mark, { colour: string; width: string; tint: string; dashes: string }>
> = {
  "data-hover": {
    colour: "var(--hover-ring)",
    width: "var(--hover-width, 1)",
    tint: "var(--hover-tint)",
    dashes: "var(--hover-dashes, none)",
  },
  "data-selected": {
    colour: "var(--mark)",
    width: "2",
    tint: "var(--selected-tint)",
    dashes: "none",
  },
};
/** The frame of the page's own style surrounds a box, and with it what floats beside its text. */
const RULES = "[data-outlined] { background-image: none !important; box-shadow: none !important; }";

/**
 * Frames around the text of boxes beside something that floats. All other boxes have the frame
 * that the page's style gives them.
 */
export class Outlines {
  private readonly document: Document;
  private readonly marked = new Map<Mark, HTMLElement>();
  private readonly drawn = new Map<Mark, { element: HTMLElement; path: SVGPathElement }>();
  private canvas: SVGSVGElement | null = null;
  private floating: Element[] | null = null;

  constructor(document: Document) {
    this.document = document;
    document.defaultView?.addEventListener("resize", this.drawAnew);
  }

  /** Draws the frame of a mark's element, and takes that of the one before away. */
  draw(mark: Mark, element: HTMLElement | null): void {
    if (element) this.marked.set(mark, element);
    else this.marked.delete(mark);
    this.erase(mark);
    const floats = element ? this.floatsBeside(element) : [];
    if (!element || floats.length === 0) return;
    const box = element.getBoundingClientRect();
    // What a page moves out of sight is in nobody's way.
    const texts = textsOf(element).filter((text) => overlap(text, box));
    const corners = textOutline(box, texts, floats);
    const { scrollX = 0, scrollY = 0 } = this.document.defaultView ?? {};
    const points = corners.map(([x, y]) => `${x + scrollX},${y + scrollY}`);
    if (points.length === 0) return;
    const path = this.document.createElementNS(SVG, "path");
    const { colour, width, tint, dashes } = STROKES[mark];
    Object.assign(path.style, {
      stroke: colour,
      strokeWidth: width,
      fill: tint,
      strokeDasharray: dashes,
    });
    path.setAttribute("d", `M${points.join("L")}Z`);
    path.setAttribute("stroke-linejoin", "round");
    this.open().append(path);
    this.drawn.set(mark, { element, path });
    element.setAttribute("data-outlined", "");
  }

  private erase(mark: Mark): void {
    const before = this.drawn.get(mark);
    if (!before) return;
    before.path.remove();
    this.drawn.delete(mark);
    const isFramed = [...this.drawn.values()].some(({ element }) => element === before.element);
    if (!isFramed) before.element.removeAttribute("data-outlined");
  }

  /** In another width something may float, or float no more. */
  private readonly drawAnew = (): void => {
    for (const [mark, element] of this.marked) this.draw(mark, element);
  };

  /** Where the frames are drawn: over the page, out of the way of pointers and readers. */
  private open(): SVGSVGElement {
    if (this.canvas) return this.canvas;
    const style = this.document.createElement("style");
    style.textContent = RULES;
    this.document.head.append(style);
    const canvas = this.document.createElementNS(SVG, "svg");
    canvas.setAttribute("aria-hidden", "true");
    canvas.setAttribute("width", "1");
    canvas.setAttribute("height", "1");
    Object.assign(canvas.style, {
      position: "absolute",
      inset: "0 auto auto 0",
      overflow: "visible",
      pointerEvents: "none",
    });
    this.document.documentElement.append(canvas);
    this.canvas = canvas;
    return canvas;
  }

  /** What floats in an element's box without being in the element, or around it. */
  private floatsBeside(element: HTMLElement): Edges[] {
    const view = this.document.defaultView;
    const box = element.getBoundingClientRect();
    if (!view || box.width === 0 || /^(table|tr|td|th)$/i.test(element.localName)) return [];
    this.floating ??= [...this.document.querySelectorAll(FLOATING)];
    return this.floating.flatMap((candidate) => {
      const edges = candidate.getBoundingClientRect();
      if (!overlap(edges, box) || candidate.contains(element) || element.contains(candidate)) {
        return [];
      }
      return view.getComputedStyle(candidate).float === "none" ? [] : [edges];
    });
  }
}

/** Where an element's words and pictures are. */
function textsOf(element: HTMLElement): Edges[] {
  const { ownerDocument: page } = element;
  const found: Edges[] = [];
  const walker = page.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let text = walker.nextNode(); text; text = walker.nextNode()) {
    const range = page.createRange();
    range.selectNodeContents(text);
    found.push(...range.getClientRects());
  }
  for (const picture of element.querySelectorAll("img, .missing-image")) {
    found.push(...picture.getClientRects());
  }
  return found.filter(({ left, right, top, bottom }) => left < right && top < bottom);
}

function overlap(one: Edges, other: Edges): boolean {
  return (
    one.left < other.right &&
    other.left < one.right &&
    one.top < other.bottom &&
    other.top < one.bottom
  );
}
