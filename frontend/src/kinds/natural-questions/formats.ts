import {
  type ExportFormatChoice,
  type ImportFormatChoice,
  type ImportFormatChoices,
  QUERIES,
} from "../fileFormats";
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
  sample: "sample-pages.jsonl",
  hasPreview: false,
};

export const IMPORT_FORMATS: ImportFormatChoices = [NATURAL_QUESTIONS, PAGES, QUERIES];

export const EXPORT_FORMATS: readonly ExportFormatChoice[] = [
  {
    value: "nq",
    title: "Natural Questions",
    what: "The original format with HTML, tokens, candidates and byte offsets. The official evaluation script reads it directly.",
    switches: ["page_sources", "source_offsets", "with_gold", "simulated"],
    hasAnnotationsPerExample: true,
  },
  {
    value: "nq-simplified",
    title: "Natural Questions, simplified",
    what: "The page as plain tokens with token offsets. Smaller, and most training code reads it.",
    switches: ["page_sources", "with_gold", "simulated"],
    hasAnnotationsPerExample: true,
  },
  {
    value: "nq-gold",
    title: "Decided answers",
    what: "The examples on whose answer a lead has decided, each with this answer as its one annotation. The original format.",
    switches: [],
    hasAnnotationsPerExample: false,
  },
  {
    value: "squad",
    title: "SQuAD",
    what: "Questions whose single short answer is in a paragraph, with that paragraph, in the format of SQuAD 1.1. Used to evaluate retrieval.",
    switches: ["simulated"],
    hasAnnotationsPerExample: false,
  },
];

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
