import type { ImportFormat } from "@/api/jobs";

/** What the beginning of a file shows before it is uploaded. */
export interface FilePreview {
  /** The format that it looks like; null where nothing is recognised. */
  readonly format: ImportFormat | null;
  /** The questions of the first rows, three at most. */
  readonly questions: readonly string[];
  /** Whether a row of AmbigNQ names visited pages; null for other formats. */
  readonly namesPages: boolean | null;
}

const MOST_BYTES = 2 ** 20;
const MOST_ROWS = 3;
// As the server reads them (question_table.py).
const QUESTION_COLUMNS = new Set(["question", "question_text"]);
const PAGE_COLUMNS = new Set(["url", "document_url", "title", "document_title", "page"]);
const NOTHING: FilePreview = { format: null, questions: [], namesPages: null };

interface Row {
  readonly question?: unknown;
  readonly question_text?: unknown;
  readonly ambiguous_question?: unknown;
  readonly annotations?: unknown;
  readonly viewed_doc_titles?: unknown;
}

/** Reads the first MiB of a file, packed or not, and no more of it. */
export async function previewFile(file: File): Promise<FilePreview> {
  const text = await beginningOf(file);
  const rows = text.trimStart().startsWith("[") ? objectsIn(text, 1) : linesOf(text);
  const [first] = rows;
  if (first === undefined) return previewOfTable(text);
  if ("question_text" in first) return previewOfQuestions(rows, first);
  if (Array.isArray(first.annotations) && typeof first.question === "string") {
    return {
      format: "ambigqa",
      questions: textsOf(rows, "question"),
      namesPages: rows.some(({ viewed_doc_titles: titles }) => Array.isArray(titles)),
    };
  }
  const examples = objectsIn(text, 2).filter((row) => "ambiguous_question" in row);
  return examples.length === 0
    ? NOTHING
    : { format: "asqa", questions: textsOf(examples, "ambiguous_question"), namesPages: null };
}

/** A CSV file, or text with a question on each line: a query log unless its header names pages. */
function previewOfTable(text: string): FilePreview {
  const rows = text.split(/\r?\n/, MOST_ROWS + 1).filter((row) => row.trim() !== "");
  const [header = "", ...others] = rows;
  if (header === "" || /^[[{<]|\0/.test(header.trimStart())) return NOTHING;
  const columns = cellsOf(header).map((cell) => cell.toLowerCase());
  const place = columns.findIndex((column) => QUESTION_COLUMNS.has(column));
  const namesPages = columns.some((column) => PAGE_COLUMNS.has(column));
  return place >= 0 && namesPages
    ? { format: "pages", questions: others.map((row) => cellsOf(row)[place] ?? ""), namesPages }
    : { format: "queries", questions: [], namesPages: null };
}

/** The cells of a line of CSV, in which quoted ones may hold commas. */
function cellsOf(line: string): string[] {
  return [...`,${line}`.matchAll(/,(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) =>
    (quoted?.replaceAll('""', '"') ?? plain ?? "").trim(),
  );
}

function previewOfQuestions(rows: readonly Row[], first: Row): FilePreview {
  const isAnnotated = "annotations" in first || "long_answer_candidates" in first;
  const questions = textsOf(rows, "question_text");
  return { format: isAnnotated ? "nq" : "pages", questions, namesPages: null };
}

function textOf(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.onerror = () => reject(new Error("The file can’t be read."));
    reader.readAsText(blob);
  });
}

async function beginningOf(file: File): Promise<string> {
  const bytes = file.slice(0, MOST_BYTES);
  if (!file.name.endsWith(".gz")) return textOf(bytes);
  const reader = bytes.stream().pipeThrough(new DecompressionStream("gzip")).getReader();
  const decoder = new TextDecoder();
  let text = "";
  try {
    // A packed MiB may be a GiB.
    while (text.length < MOST_BYTES) {
      const { done, value } = await reader.read();
      if (done) break;
      text += decoder.decode(value, { stream: true });
    }
  } catch {
    // The beginning of a packed file ends too soon.
  }
  return text;
}

function linesOf(text: string): Row[] {
  const lines = text.split("\n", MOST_ROWS).flatMap(parsed);
  return lines.length > 0 ? lines : objectsIn(text, 2).slice(0, 1);
}

/** The first whole objects that are `depth` brackets deep, in a text that may break off. */
function objectsIn(text: string, depth: number): Row[] {
  const found: Row[] = [];
  let level = 0;
  let start = 0;
  let isText = false;
  for (let place = 0; place < text.length && found.length < MOST_ROWS; place += 1) {
    const letter = text[place];
    if (isText && letter === "\\") place += 1;
    else if (letter === '"') isText = !isText;
    else if (!isText && (letter === "{" || letter === "[")) {
      if (level === depth) start = place;
      level += 1;
    } else if (!isText && (letter === "}" || letter === "]")) {
      level -= 1;
      if (level === depth) found.push(...parsed(text.slice(start, place + 1)));
    }
  }
  return found;
}

function parsed(text: string): Row[] {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? [value] : [];
  } catch {
    return [];
  }
}

function textsOf(rows: readonly Row[], field: keyof Row): string[] {
  return rows.map((row) => row[field]).filter((value) => typeof value === "string");
}
