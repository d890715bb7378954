/** The project's documents, which the build takes from `docs/`: one file each, loaded when read. */

const TEXTS = import.meta.glob<string>("../../../../docs/**/*.md", {
  query: "?raw",
  import: "default",
});

const PICTURES = import.meta.glob<string>("../../../../docs/screenshots/*.png", {
  query: "?url",
  import: "default",
  eager: true,
});

const FOLDER = "../../../../docs/";

/** The document that lists the others. */
export const INDEX = "README";

/** The names of all documents, such as *tour* and *rooms/queue*. */
export const NAMES: readonly string[] = Object.keys(TEXTS).map((path) =>
  path.slice(FOLDER.length).replace(/\.md$/, ""),
);

/** The Markdown of a document, undefined if there is none of that name. */
export async function readDocument(name: string): Promise<string | undefined> {
  return TEXTS[`${FOLDER}${name}.md`]?.();
}

/** All documents by their names. */
export async function readAll(): Promise<ReadonlyMap<string, string>> {
  const read = NAMES.map(async (name) => [name, (await readDocument(name)) ?? ""] as const);
  return new Map(await Promise.all(read));
}

/** Where a picture of the documents is; "" if there is none. */
export function pictureAt(path: string): string {
  return PICTURES[`${FOLDER}${path}`] ?? "";
}

export interface Entry {
  readonly name: string;
  /** What the index calls it. */
  readonly label: string;
}

export interface Section {
  readonly title: string;
  readonly entries: readonly Entry[];
}

const HEADING = /^## (.+)$/;
const ROW = /^\| \[([^\]]+)\]\(([a-z0-9/-]+)\.md\) \|/;

/** The sections of the index, each with its documents. */
export function sectionsOf(index: string): Section[] {
  const sections: { title: string; entries: Entry[] }[] = [];
  for (const line of index.split("\n")) {
    const title = HEADING.exec(line)?.[1];
    if (title !== undefined) sections.push({ title, entries: [] });
    const [, label, name] = ROW.exec(line) ?? [];
    if (name !== undefined && label !== undefined) sections.at(-1)?.entries.push({ name, label });
  }
  return sections.filter(({ entries }) => entries.length > 0);
}

/** A document's name as one reads it: *Data formats*. */
export function nameInWords(name: string): string {
  const words = name.slice(name.lastIndexOf("/") + 1).replaceAll("-", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A document's first heading. */
export function titleOf(text: string): string {
  return /^# (.+)$/m.exec(text)?.[1]?.replaceAll(/[`*]/g, "") ?? "";
}

/** What a heading is called in addresses, as on code hosts. */
export function anchorOf(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
    .replaceAll(/\s/g, "-");
}

/** Where a link in the document `from` leads: to a page here, or outside; "" if to neither. */
export function linkFrom(from: string, address: string): string {
  if (/^[a-z]+:|^#|^\//.test(address)) return address;
  const [path = "", anchor] = address.split("#");
  const base = new URL(from, "https://docs.invalid/docs/");
  const target = new URL(path, base).pathname.replace(/^\/docs\//, "");
  const name = target.replace(/\.md$/, "");
  if (!target.endsWith(".md") || !NAMES.includes(name)) return "";
  const page = name === INDEX ? "/docs" : `/docs/${name}`;
  return anchor === undefined ? page : `${page}#${anchor}`;
}
