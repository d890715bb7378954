/** What a visitor looks for. Empty texts mean all. */
export interface Search {
  readonly words: string;
  readonly split: string;
  readonly type: string;
  readonly agreement: string;
  readonly page: number;
}

export const EVERYTHING: Search = { words: "", split: "", type: "", agreement: "", page: 1 };

export type Place =
  | { readonly name: "examples"; readonly search: Search }
  | {
      readonly name: "example";
      readonly id: string;
      readonly answer: number;
      readonly words: string;
    }
  | { readonly name: "figures" }
  | { readonly name: "about" }
  | { readonly name: "downloads" };

const ID = /^-?\d{1,20}$/;

/** The place that the part of an address after `#` names. What nobody knows leads to the list. */
export function placeOf(hash: string): Place {
  const [path = "", query = ""] = hash.replace(/^#\/?/, "").split("?", 2);
  const values = new URLSearchParams(query);
  const [name, id = ""] = path.split("/");
  if (name === "example" && ID.test(id)) {
    const answer = wholeOf(values.get("answer"));
    return { name, id, answer, words: values.get("q") ?? "" };
  }
  if (name === "figures" || name === "about" || name === "downloads") return { name };
  return {
    name: "examples",
    search: {
      words: values.get("q") ?? "",
      split: values.get("split") ?? "",
      type: values.get("type") ?? "",
      agreement: values.get("agreement") ?? "",
      page: wholeOf(values.get("page")),
    },
  };
}

function wholeOf(value: string | null): number {
  const number = Number(value);
  return Number.isInteger(number) && number > 0 ? number : 1;
}

/** The address of a search. */
export function addressOfSearch(search: Search): string {
  const { words, split, type, agreement, page } = search;
  return withValues("#/", { q: words, split, type, agreement, page: page > 1 ? `${page}` : "" });
}

/** The address of an example, with the answer, counted from 1, that its page shows. */
export function addressOfExample(id: string, words = "", answer = 1): string {
  return withValues(`#/example/${id}`, { q: words, answer: answer > 1 ? `${answer}` : "" });
}

function withValues(path: string, values: Record<string, string>): string {
  const given = Object.entries(values).filter(([, value]) => value !== "");
  return given.length > 0 ? `${path}?${new URLSearchParams(given).toString()}` : path;
}
