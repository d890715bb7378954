import fc from "fast-check";

import type { Candidate } from "./spans";

/** A rendering for tests, with its source. */
interface Rendering {
  readonly html: string;
  /** Words in order: [start_token, end_token, pieces]. */
  readonly words: readonly (readonly [start: number, end: number, pieces: number])[];
  readonly candidates: readonly Candidate[];
}

interface Leaf {
  readonly kind: "word" | "split" | "atom" | "reference" | "space";
}

interface Box {
  readonly kind: "box";
  readonly tag: string;
  readonly children: readonly Tree[];
}

type Tree = Leaf | Box;

/** The parser would close these before a block, or another of their kind, inside of them. */
const NESTABLE: Readonly<Record<string, string>> = { p: "section", li: "menu", dd: "article" };

const leaf = fc.constantFrom<Leaf>(
  { kind: "word" },
  { kind: "word" },
  { kind: "word" },
  { kind: "split" },
  { kind: "atom" },
  { kind: "reference" },
  { kind: "space" },
);

const { tree } = fc.letrec<{ tree: Tree; box: Box }>((tie) => ({
  tree: fc.oneof({ depthSize: "small", withCrossShrink: true }, leaf, tie("box")),
  box: fc.record({
    kind: fc.constant("box" as const),
    tag: fc.constantFrom("div", "p", "ul", "li", "dl", "dd"),
    children: fc.array(tie("tree"), { maxLength: 6 }),
  }),
}));

/** Random pages: nested boxes, tokens in pieces, formulas, reference marks, white space. */
export const renderings = fc
  .array(tree, { minLength: 1, maxLength: 8 })
  .map(render)
  .filter(({ words }) => words.length > 0);

function render(trees: readonly Tree[]): Rendering {
  const words: [number, number, number][] = [];
  const candidates: Candidate[] = [];
  let token = 0;
  const write = (tree: Tree): string => {
    switch (tree.kind) {
      case "word":
        words.push([token, token + 1, 1]);
        return `<span data-t="${token}">w${token++}</span> `;
      case "split":
        words.push([token, token + 1, 2]);
        return `<span data-t="${token}">a</span><i><span data-t="${token}">b${token++}</span></i> `;
      case "atom": {
        words.push([token, token + 3, 1]);
        const html = `<span data-t="${token}-${token + 2}"><math>x<i>+</i>y</math></span>`;
        token += 3;
        return html;
      }
      case "reference":
        return "<sup>[1]</sup>";
      case "space":
        return "\n  ";
      case "box": {
        // A box is its two tags, which are tokens without a span. Div is none of the tags.
        if (tree.tag === "div") return `<div>${tree.children.map(write).join("")}</div>`;
        const index = candidates.length;
        const start = token++;
        candidates.push({ index, tag: tree.tag, start_token: start, end_token: start });
        const name = NESTABLE[tree.tag] ?? tree.tag;
        const html = tree.children.map(write).join("");
        token++;
        candidates[index] = { index, tag: tree.tag, start_token: start, end_token: token };
        return `<${name} data-c="${index}">${html}</${name}>`;
      }
    }
  };
  const html = trees.map(write).join("");
  return { html: `<main>${html}</main>`, words, candidates };
}

/** Parses a page into a new document. */
export function documentOf(html: string): Document {
  return new DOMParser().parseFromString(`<!doctype html><body>${html}`, "text/html");
}

/**
 * Makes elements report whether their styles hide them, which jsdom can't. Returns a function that
 * undoes it.
 */
export function hideByStyle(): () => void {
  const checkVisibility = function (this: Element, options?: CheckVisibilityOptions): boolean {
    const isUnseen = this.closest('[style*="visibility: hidden"]') !== null;
    if (isUnseen && options?.visibilityProperty === true) return false;
    return this.closest('[style*="display: none"]') === null;
  };
  Object.defineProperty(Element.prototype, "checkVisibility", {
    value: checkVisibility,
    configurable: true,
  });
  return () => {
    Reflect.deleteProperty(Element.prototype, "checkVisibility");
  };
}

/** Every place where a range can begin or end in a page's text. */
export function textPositions(document: Document): [Text, number][] {
  const positions: [Text, number][] = [];
  const walker = document.createTreeWalker(document.body, 4);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node as Text;
    for (let offset = 0; offset <= text.length; offset++) positions.push([text, offset]);
  }
  return positions;
}
