import type { ImportFormat } from "@/api/jobs";

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
  /** The same as a table, where it can be one. */
  table?: string;
  /** Whether its first entries are shown before the import. */
  hasPreview: boolean;
}

export type ImportFormatChoices = readonly [ImportFormatChoice, ...ImportFormatChoice[]];

/** The format of every kind. */
export const QUERIES: ImportFormatChoice = {
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
