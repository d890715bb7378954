import type { ImportFormat } from "@/api/jobs";
import type { Project } from "@/api/types";

/** A format that can be imported, and what goes with it. */
export interface ImportFormatChoice {
  value: ImportFormat;
  label: string;
  what: string;
  /** The file's name in the form, and the types in the file dialog. */
  file: string;
  accept: string;
  /** What an entry of the file is called. */
  entry: string;
  /** The text about importing annotations; null if the format has none. */
  annotations: string | null;
  hasPages: boolean;
  needsSplit: boolean;
  /** What is said about fetching pages; null where none can be. */
  fetch: { label: string; description: string } | null;
  /** The same about searching for pages that the file doesn't name. */
  search: { label: string; description: string } | null;
  /** Whether its examples can be given a split's name. */
  hasSplit: boolean;
  /** A file to look at before one's own is made; null where there is none. */
  sample: string | null;
  /** Whether its first entries are shown before the import. */
  hasPreview: boolean;
}

const NATURAL_QUESTIONS: ImportFormatChoice = {
  value: "nq",
  label: "Natural Questions",
  what: "The original format or the simplified one, as .jsonl or .jsonl.gz. Pages of the simplified format are rebuilt from its text: their layout, original HTML and byte offsets are not known.",
  file: "A .jsonl or .jsonl.gz file",
  accept: ".jsonl,.gz",
  entry: "line",
  annotations: "Each position in a line’s annotations becomes one annotator.",
  hasPages: false,
  fetch: null,
  search: null,
  needsSplit: false,
  hasSplit: true,
  sample: null,
  hasPreview: false,
};

const PAGES: ImportFormatChoice = {
  value: "pages",
  label: "Questions with pages",
  what: "JSON lines with question_text, document_url, document_title and document_html. Tokens and candidates are computed.",
  file: "A .jsonl or .jsonl.gz file",
  accept: ".jsonl,.json,.gz",
  entry: "line",
  annotations: null,
  hasPages: false,
  fetch: {
    label: "Get pages from Wikipedia",
    description:
      "For lines without document_html: by revision, document_url or document_title. One after the other, about a second each.",
  },
  search: null,
  needsSplit: false,
  hasSplit: true,
  sample: null,
  hasPreview: false,
};

const VISITED_PAGES = {
  label: "Get the visited pages from Wikipedia",
  description: "One after the other, about a second each. Context passages are found in them.",
};

const AMBIGNQ: ImportFormatChoice = {
  value: "ambigqa",
  label: "AmbigNQ",
  what: "Ambiguous questions with 2 to 6 disambiguations. Other questions are skipped and counted. Only the full file names the pages that were visited, not the light one.",
  file: "A .json or .json.gz file",
  accept: ".json,.gz",
  entry: "question",
  annotations: null,
  hasPages: true,
  fetch: VISITED_PAGES,
  search: {
    label: "Search Wikipedia where a question names no pages",
    description: "For AmbigNQ’s light file: the first three pages found for each question.",
  },
  needsSplit: false,
  hasSplit: true,
  sample: null,
  hasPreview: false,
};

const ASQA: ImportFormatChoice = {
  value: "asqa",
  label: "ASQA",
  what: "The official format, one split at a time: disambiguations with their contexts and, if you like, the answers.",
  file: "A .json or .json.gz file",
  accept: ".json,.gz",
  entry: "example",
  annotations: "Each position in an example’s annotations becomes one annotator.",
  hasPages: true,
  fetch: VISITED_PAGES,
  search: null,
  needsSplit: true,
  hasSplit: true,
  sample: null,
  hasPreview: false,
};

const QUERIES: ImportFormatChoice = {
  value: "queries",
  label: "Query log",
  what: "Text, CSV, TSV or JSON lines, with or without counts, users and times. The project’s filters say which queries are questions.",
  file: "A .txt, .csv, .tsv or .jsonl file, plain or .gz",
  accept: ".txt,.csv,.tsv,.jsonl,.json,.gz",
  entry: "query",
  annotations: null,
  hasPages: false,
  fetch: null,
  search: null,
  needsSplit: false,
  hasSplit: false,
  sample: "sample-queries.csv",
  hasPreview: true,
};

type Choices = readonly [ImportFormatChoice, ...ImportFormatChoice[]];

const CHOICES: Record<Project["kind"], Choices> = {
  nq: [NATURAL_QUESTIONS, PAGES, QUERIES],
  asqa: [AMBIGNQ, ASQA, QUERIES],
};

/** What a project of this kind can import. */
export function importFormatsOf(kind: Project["kind"]): Choices {
  return CHOICES[kind];
}
