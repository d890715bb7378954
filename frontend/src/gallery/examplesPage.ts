import { addressOfExample, addressOfSearch, EVERYTHING, type Search } from "./address";
import { counted, element, marked } from "./elements";
import { AGREEMENT, found } from "./searching";
import type { About, Row } from "./shapes";

const PER_PAGE = 50;
const TYPING_MS = 200;

/** The list of examples with its search and filters. Its address follows what is chosen. */
export class ExamplesPage {
  private readonly results = element("div", { class: "results" });
  private readonly status = element("p", { role: "status", class: "quiet" });
  private search: Search = EVERYTHING;
  private waiting = 0;

  private readonly about: About;
  private readonly rows: readonly Row[];

  constructor(about: About, rows: readonly Row[]) {
    this.about = about;
    this.rows = rows;
  }

  show(search: Search): HTMLElement[] {
    this.search = search;
    this.showResults();
    return [element("h1", { tabindex: -1 }, "Examples"), this.form(), this.status, this.results];
  }

  private form(): HTMLElement {
    const { about, rows, search } = this;
    const words = element("input", {
      type: "search",
      name: "words",
      value: search.words,
      autocomplete: "off",
    });
    words.addEventListener("input", () => {
      clearTimeout(this.waiting);
      this.waiting = window.setTimeout(() => this.change({ words: words.value }), TYPING_MS);
    });
    const types = about.types.filter(([name]) => rows.some(({ type }) => type === name));
    const form = element(
      "form",
      { role: "search", class: "filters" },
      element("label", { class: "wide" }, "Search questions and answers", words),
      this.select(
        "split",
        "Split",
        about.splits.map((name) => [name, name]),
      ),
      this.select("type", "Answer", types),
      rows.some(({ most, count }) => most !== null && count > 1) &&
        this.select("agreement", "Agreement", AGREEMENT),
    );
    form.addEventListener("submit", (event) => event.preventDefault());
    return form;
  }

  private select(
    name: "split" | "type" | "agreement",
    label: string,
    choices: readonly (readonly [string, string])[],
  ): HTMLElement | null {
    if (choices.length < 2) return null;
    const chosen = this.search[name];
    const select = element(
      "select",
      { name },
      element("option", { value: "" }, "All"),
      ...choices.map(([value, text]) =>
        element("option", { value, selected: value === chosen }, text),
      ),
    );
    select.addEventListener("change", () => this.change({ [name]: select.value }));
    return element("label", {}, label, select);
  }

  /** The form stays as it is, so that nobody loses their place in it. */
  private change(changes: Partial<Search>): void {
    this.search = { ...this.search, ...changes, page: 1 };
    history.replaceState(null, "", addressOfSearch(this.search));
    this.showResults();
  }

  private showResults(): void {
    const { search } = this;
    const rows = found(this.rows, search);
    const pages = Math.max(1, Math.ceil(rows.length / PER_PAGE));
    const page = Math.min(search.page, pages);
    const shown = rows.slice((page - 1) * PER_PAGE, page * PER_PAGE);
    this.status.textContent =
      rows.length === this.rows.length
        ? counted(rows.length, "example")
        : `${rows.length.toLocaleString("en")} of ${counted(this.rows.length, "example")}`;
    this.results.replaceChildren(
      rows.length === 0
        ? element("p", {}, "Nothing found. Use fewer words, or choose All in the filters.")
        : element("ul", { class: "list" }, ...shown.map((row) => this.item(row))),
      ...(pages > 1 ? [this.pages(page, pages)] : []),
    );
  }

  private item(row: Row): HTMLElement {
    const { words } = this.search;
    const type = this.about.types.find(([name]) => name === row.type)?.[1] ?? row.type;
    const agreement =
      row.most === null || row.count < 2
        ? counted(row.count, "annotation")
        : `${row.most} of ${counted(row.count, "annotator")} agree`;
    const facts = [type, agreement, ...(this.about.splits.length > 1 ? [row.split] : [])];
    const answers = row.words.slice(0, 4).join(" · ");
    return element(
      "li",
      {},
      element("a", { href: addressOfExample(row.id, words) }, marked(row.question, words)),
      answers && element("p", { class: "answers" }, marked(answers, words)),
      element("p", { class: "quiet" }, facts.join(" · ")),
    );
  }

  private pages(page: number, pages: number): HTMLElement {
    const link = (to: number, text: string) =>
      to >= 1 &&
      to <= pages &&
      element("a", { href: addressOfSearch({ ...this.search, page: to }) }, text);
    return element(
      "nav",
      { "aria-label": "Pages", class: "pages" },
      link(page - 1, "Previous page"),
      element("span", {}, `Page ${page} of ${pages}`),
      link(page + 1, "Next page"),
    );
  }
}
