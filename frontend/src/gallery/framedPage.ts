import { element } from "./elements";
import type { MarkedAnswer, ShownPage } from "./shapes";

const DARK = "(prefers-color-scheme: dark)";
const ABOVE = 80;

/**
 * A page in a frame of its own. The frame runs no scripts, and its document has a policy that loads
 * nothing: the page's HTML, which the server has sanitised, is still nobody's to trust.
 */
export class FramedPage {
  readonly frame: HTMLIFrameElement;
  private readonly page: ShownPage;
  private answer: MarkedAnswer | null = null;
  private isFilled = false;

  constructor(page: ShownPage) {
    this.page = page;
    this.frame = element("iframe", {
      // No allow-scripts: this window fills the frame, and nothing in it runs.
      sandbox: "allow-same-origin",
      title: `Page: ${page.title}`,
      class: "page",
      tabindex: 0,
    });
    this.frame.addEventListener("load", () => this.fill());
    this.frame.src = "frame.html";
    matchMedia(DARK).addEventListener("change", () => this.setScheme());
  }

  /** Marks the answer's box and words, and scrolls there. */
  mark(answer: MarkedAnswer | null): void {
    this.answer = answer;
    if (this.isFilled) this.show();
  }

  private fill(): void {
    const inner = this.frame.contentDocument;
    const view = inner?.defaultView;
    if (!inner || !view || !inner.documentElement.hasAttribute("data-empty")) return;
    // The frame's own parser: what it makes is under the frame's policy.
    const parsed = new view.DOMParser().parseFromString(this.page.html, "text/html");
    for (const name of ["lang", "dir", "class"]) {
      const value = parsed.documentElement.getAttribute(name);
      if (value !== null) inner.documentElement.setAttribute(name, value);
    }
    inner.documentElement.replaceChild(inner.adoptNode(parsed.body), inner.body);
    this.isFilled = true;
    this.setScheme();
    this.show();
  }

  private setScheme(): void {
    const root = this.frame.contentDocument?.documentElement;
    if (root) root.dataset.theme = matchMedia(DARK).matches ? "dark" : "light";
  }

  private show(): void {
    const inner = this.frame.contentDocument;
    if (!inner) return;
    for (const name of ["chosen-box", "chosen-words"]) {
      for (const each of inner.querySelectorAll(`.${name}`)) each.classList.remove(name);
    }
    const { candidate, spans } = this.answer ?? { candidate: null, spans: [] };
    const box = candidate === null ? null : inner.querySelector(`[data-c="${candidate}"]`);
    box?.classList.add("chosen-box");
    const words = wordsWithin(inner, spans);
    for (const each of words) each.classList.add("chosen-words");
    const target = words[0] ?? box;
    const view = inner.defaultView;
    if (target && view) {
      const top = target.getBoundingClientRect().top + view.scrollY - ABOVE;
      view.scrollTo({ top });
    }
  }
}

/** The elements of the tokens in the spans, whose ends are exclusive. */
export function wordsWithin(inner: Document, spans: MarkedAnswer["spans"]): Element[] {
  if (spans.length === 0) return [];
  return [...inner.querySelectorAll("[data-t]")].filter((each) => {
    const [first = "", last = first] = (each.getAttribute("data-t") ?? "").split("-");
    return spans.some(([start, end]) => Number(first) < end && start <= Number(last));
  });
}
