import { type ImportFormatChoice, type ImportFormatChoices, QUERIES } from "../fileFormats";
import type { PublishedFormat } from "../kindPages";

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
  sample: "sample-nq.jsonl",
  hasPreview: false,
};

const PAGES: ImportFormatChoice = {
  value: "pages",
  label: "Questions with pages",
  what: "JSON lines with question_text, document_url, document_title and document_html, or a CSV file with the columns question, title or url, and id. Tokens and candidates are computed.",
  file: "A .jsonl or .csv file, plain or .gz",
  accept: ".jsonl,.json,.csv,.gz",
  entry: "line",
  annotations: null,
  hasPages: false,
  fetch: {
    label: "Get pages from Wikipedia",
    description:
      "For lines and rows without document_html: by revision, document_url or document_title. One after the other, about a second each.",
  },
  search: null,
  needsSplit: false,
  hasSplit: true,
  sample: "sample-pages.jsonl",
  table: "sample-pages.csv",
  hasPreview: false,
};

export const IMPORT_FORMATS: ImportFormatChoices = [NATURAL_QUESTIONS, PAGES, QUERIES];

export const PUBLISHED_FORMATS: readonly PublishedFormat[] = [
  { value: "nq", label: "the original format of Natural Questions", hasAnswers: true },
  { value: "nq-simplified", label: "the simplified format of Natural Questions", hasAnswers: true },
  {
    value: "nq-questions",
    label: "questions without answers, original format",
    hasAnswers: false,
  },
  {
    value: "nq-questions-simplified",
    label: "questions without answers, simplified format",
    hasAnswers: false,
  },
];
