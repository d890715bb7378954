import type { About, Annotation, Example, PackedRow, Row } from "./shapes";

const FOLDERS = 256n;
const GZIP = [0x1f, 0x8b];

/** Where an example's file is, as `path_of_example` in Python has it. */
export function pathOfExample(id: string): string {
  const folder = ((BigInt(id) % FOLDERS) + FOLDERS) % FOLDERS;
  return `data/examples/${folder.toString(16).padStart(2, "0")}/${id}.json.gz`;
}

export async function loadAbout(): Promise<About> {
  return JSON.parse(await textOf(await fetched("gallery.json"))) as About;
}

/** All rows of the index, in the order of its files. */
export async function loadRows(shards: number): Promise<Row[]> {
  const paths = Array.from({ length: shards }, (_, number) => `data/index/${number}.json.gz`);
  const loaded = await Promise.all(paths.map((path) => loadPacked<PackedRow[]>(path)));
  return loaded.flat().map(([id, question, split, type, count, most, words]) => ({
    id,
    question,
    split,
    type,
    count,
    most,
    words,
  }));
}

export function loadExample(id: string): Promise<Example> {
  return loadPacked<Example>(pathOfExample(id));
}

export async function loadAnnotations(example: Example): Promise<readonly Annotation[]> {
  const found = await loadPacked<Record<string, Annotation[]>>(example.annotations);
  return found[example.id] ?? [];
}

async function loadPacked<Value>(path: string): Promise<Value> {
  return JSON.parse(await textOf(await fetched(path))) as Value;
}

async function fetched(path: string): Promise<Uint8Array<ArrayBuffer>> {
  const response = await fetch(path, { cache: "no-cache" });
  if (!response.ok) throw new Error(`${path}: the server answered ${response.status}.`);
  return new Uint8Array(await response.arrayBuffer());
}

/** The text of a file. Some servers announce `.gz` as an encoding, so that it comes unpacked. */
export async function textOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  if (!GZIP.every((byte, place) => bytes[place] === byte)) return new TextDecoder().decode(bytes);
  const unpacked = new Response(bytes).body?.pipeThrough(new DecompressionStream("gzip"));
  return new Response(unpacked).text();
}
