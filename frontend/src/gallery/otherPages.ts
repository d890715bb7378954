import { counted, element, outside, paragraphs } from "./elements";
import type { About } from "./shapes";

const KILO = 1000;

/** The figures of the data set card, each with its interval. */
export function showFigures({ figures, scope, computed_at }: About): HTMLElement[] {
  return [
    element("h1", { tabindex: -1 }, "Figures"),
    computed_at
      ? element("p", { class: "quiet" }, `Computed on ${computed_at.slice(0, 10)}.`)
      : element("p", {}, "No statistics were computed before this gallery."),
    list(figures.map(({ sentence }) => capital(sentence))),
    ...(scope.length > 0 ? [element("h2", {}, "What they are about"), list(scope)] : []),
  ];
}

/** What the lead wrote, and what is left out. */
export function showAbout(about: About): HTMLElement[] {
  const { counts, creators, licence, version } = about;
  return [
    element("h1", { tabindex: -1 }, "About"),
    element(
      "p",
      {},
      `Version ${version} of ${about.title}: ${counted(counts.examples, "example")},`,
      ` ${counted(counts.annotations, "annotation")}.`,
    ),
    ...paragraphs(about.summary),
    element("p", {}, about.kind_summary),
    ...(creators.length > 0 ? [element("p", {}, `By ${creators.join(", ")}.`)] : []),
    ...about.prose.flatMap(({ heading, text }) => [
      element("h2", {}, heading),
      ...paragraphs(text),
    ]),
    element("h2", {}, "Licences"),
    element(
      "p",
      {},
      licence === "unknown"
        ? "No licence was chosen yet."
        : `The annotations are under ${licence}.`,
      " Pages and questions keep the licences of their sources.",
    ),
    element("h2", {}, "Left out"),
    list(about.left_out),
  ];
}

/** Where the data can be downloaded. */
export function showDownloads({ downloads: { address, files } }: About): HTMLElement[] {
  const heading = element("h1", { tabindex: -1 }, "Downloads");
  if (files.length > 0) {
    const items = files.map(([name, bytes]) =>
      element(
        "li",
        {},
        element(
          "a",
          { href: [address, ...name.split("/").map(encodeURIComponent)].join("/"), download: true },
          name,
        ),
        element("span", { class: "quiet" }, ` ${sizeOf(bytes)}`),
      ),
    );
    return [heading, element("ul", { class: "files" }, ...items)];
  }
  if (!address) {
    return [heading, element("p", {}, "The authors offer no download yet. About says how to ask.")];
  }
  return [heading, element("p", {}, "The data set is at ", outside(address, address), ".")];
}

/** A size in bytes in words. */
export function sizeOf(bytes: number): string {
  if (bytes < KILO) return `${bytes} bytes`;
  const unit = bytes < KILO * KILO ? "kB" : "MB";
  return `${(bytes / (unit === "kB" ? KILO : KILO * KILO)).toFixed(1)} ${unit}`;
}

function list(sentences: readonly string[]): HTMLElement {
  return element("ul", {}, ...sentences.map((each) => element("li", {}, each)));
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
