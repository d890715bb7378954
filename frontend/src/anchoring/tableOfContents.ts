import { lowerBound, at } from "./tokenIndex";

export interface Section {
  readonly title: string;
  /** 1 to 6. */
  readonly level: number;
  readonly heading: HTMLElement;
}

/** The page's headings in document order, without edit links and without its own contents box. */
export function readSections(root: ParentNode): Section[] {
  const sections: Section[] = [];
  for (const heading of root.querySelectorAll<HTMLElement>("h1, h2, h3, h4, h5, h6, [data-h]")) {
    if (heading.closest("#toc, .toc, #mw-navigation, #mw-panel, nav")) continue;
    const title = titleOf(heading);
    // A page that a parser would change is rendered in plain boxes, with the level as an attribute.
    const level = Number(heading.dataset.h ?? heading.tagName.slice(1));
    if (title !== "") sections.push({ title, level, heading });
  }
  return sections;
}

/** The section that holds the top of the view: the last whose heading is above `line` (pixels). */
export function sectionAt(sections: readonly Section[], line: number): number | null {
  const below = lowerBound(
    sections.length,
    (position) => at(sections, position).heading.getBoundingClientRect().top > line,
  );
  return below === 0 ? null : below - 1;
}

/** What stands in a heading without being its title. */
const EXTRAS = ".mw-editsection, sup, style";

function titleOf(heading: HTMLElement): string {
  return withoutExtras(heading)
    .textContent.replace(/\s+/g, " ")
    .replace(/\s*\[\s*edit\s*\]\s*$/i, "")
    .trim();
}

function withoutExtras(heading: HTMLElement): HTMLElement {
  if (heading.querySelector(EXTRAS) === null) return heading;
  const copy = heading.cloneNode(true) as HTMLElement;
  for (const extra of copy.querySelectorAll(EXTRAS)) extra.remove();
  return copy;
}
