import { piecesOf } from "./searching";

type Child = Node | string | null | false;
type Attributes = Record<string, string | number | boolean>;

/** A new element. Texts become text nodes, so nothing in them is read as markup. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== false) made.setAttribute(key, value === true ? "" : `${value}`);
  }
  made.append(...children.filter((child) => child !== null && child !== false));
  return made;
}

/** A text in which the words of a search are marked. */
export function marked(text: string, search: string): DocumentFragment {
  const fragment = document.createDocumentFragment();
  piecesOf(text, search).forEach((piece, place) => {
    if (piece) fragment.append(place % 2 ? element("mark", {}, piece) : piece);
  });
  return fragment;
}

/** A link to the web, or the text alone: addresses come from pages that nobody trusts. */
export function outside(text: string, address: string): HTMLElement {
  if (!/^https?:\/\//i.test(address)) return element("span", {}, text);
  return element("a", { href: address, rel: "noopener noreferrer nofollow" }, text);
}

/** Paragraphs of a text that somebody wrote. */
export function paragraphs(text: string): HTMLElement[] {
  const parts = text.split(/\n\s*\n/).filter((part) => part.trim());
  return parts.map((part) => element("p", { class: "written" }, part.trim()));
}

export function counted(number: number, noun: string): string {
  return `${number.toLocaleString("en")} ${noun}${number === 1 ? "" : "s"}`;
}
