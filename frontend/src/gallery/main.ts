import { addressOfSearch, EVERYTHING, type Place, placeOf } from "./address";
import { element } from "./elements";
import { showExample } from "./examplePage";
import { ExamplesPage } from "./examplesPage";
import { loadAbout, loadAnnotations, loadExample, loadRows } from "./loading";
import { showAbout, showDownloads, showFigures } from "./otherPages";
import type { About } from "./shapes";

const PAGES = [
  ["Examples", addressOfSearch(EVERYTHING), "examples"],
  ["Figures", "#/figures", "figures"],
  ["About", "#/about", "about"],
  ["Downloads", "#/downloads", "downloads"],
] as const;

/** Shows what the address names, and again whenever that changes. */
class Gallery {
  private readonly about: About;
  private readonly main = found("main");
  private readonly header = found("header");
  private examples: Promise<ExamplesPage> | null = null;
  private lastSearch = addressOfSearch(EVERYTHING);
  /** Counts the visits: what was loaded for an earlier one comes too late. */
  private visit = 0;

  constructor(about: About) {
    this.about = about;
    found(".skip").addEventListener("click", (event) => {
      event.preventDefault();
      this.main.focus();
    });
  }

  async show(isFirst: boolean): Promise<void> {
    const place = placeOf(location.hash);
    const visit = ++this.visit;
    this.header.replaceChildren(...this.bar(place));
    let parts: readonly Node[];
    try {
      parts = await this.partsOf(place);
    } catch (error) {
      parts = [
        element("h1", { tabindex: -1 }, "Not found"),
        element("p", {}, `This part of the gallery can’t be loaded. ${reason(error)}`),
      ];
    }
    if (visit !== this.visit) return;
    this.main.replaceChildren(...parts);
    const heading = this.main.querySelector("h1");
    document.title = `${heading?.textContent ?? ""} · ${this.about.title}`;
    if (isFirst) return;
    window.scrollTo({ top: 0 });
    heading?.focus({ preventScroll: true });
  }

  private bar(place: Place): HTMLElement[] {
    const current = place.name === "example" ? "examples" : place.name;
    const links = PAGES.map(([text, address, name]) =>
      element(
        "a",
        name === current
          ? { href: address, "aria-current": place.name === "example" ? "true" : "page" }
          : { href: address },
        text,
      ),
    );
    return [
      element("p", { class: "title" }, this.about.title),
      element("nav", { "aria-label": "Gallery" }, ...links),
      ...this.about.notes.map((note) => element("p", { class: "note" }, note)),
    ];
  }

  private async partsOf(place: Place): Promise<readonly HTMLElement[]> {
    if (place.name === "figures") return showFigures(this.about);
    if (place.name === "about") return showAbout(this.about);
    if (place.name === "downloads") return showDownloads(this.about);
    if (place.name === "examples") {
      this.lastSearch = location.hash || addressOfSearch(EVERYTHING);
      this.examples ??= loadRows(this.about.shards).then(
        (rows) => new ExamplesPage(this.about, rows),
      );
      return (await this.examples).show(place.search);
    }
    const example = await loadExample(place.id);
    const annotations = await loadAnnotations(example);
    const back = element("a", { href: this.searchBehind(place.words) }, "Back to the examples");
    return [
      element("p", { class: "back" }, back),
      ...showExample(this.about, example, annotations, place),
    ];
  }

  /** The list from which somebody came here, also after a search that has changed since. */
  private searchBehind(words: string): string {
    const { lastSearch } = this;
    const isTheSame = placeOf(lastSearch).name === "examples" && lastSearch.length > 2;
    return isTheSame ? lastSearch : addressOfSearch({ ...EVERYTHING, words });
  }

  remember(): void {
    const place = placeOf(location.hash);
    if (place.name === "examples") this.lastSearch = location.hash || "#/";
  }
}

function found(selector: string): HTMLElement {
  const first = document.querySelector<HTMLElement>(selector);
  if (!first) throw new Error(`The document has no ${selector}.`);
  return first;
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : "";
}

async function start(): Promise<void> {
  try {
    const gallery = new Gallery(await loadAbout());
    window.addEventListener("hashchange", () => void gallery.show(false));
    // A search replaces its address without an event: remember it where a link leaves the list.
    document.addEventListener("click", () => gallery.remember(), { capture: true });
    await gallery.show(true);
  } catch (error) {
    found("main").replaceChildren(
      element("h1", {}, "Gallery"),
      element(
        "p",
        {},
        location.protocol === "file:"
          ? "A browser can’t read a gallery from a folder. Serve it: python -m http.server"
          : `The gallery can’t be loaded. ${reason(error)}`,
      ),
    );
  }
}

void start();
