import { type ImportFormatChoice, type ImportFormatChoices, QUERIES } from "../fileFormats";
import type { PublishedFormat } from "../kindPages";

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
  sample: "sample-ambignq.json",
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
  sample: "sample-asqa.json",
  hasPreview: false,
};

export const IMPORT_FORMATS: ImportFormatChoices = [AMBIGNQ, ASQA, QUERIES];

export const PUBLISHED_FORMATS: readonly PublishedFormat[] = [
  { value: "asqa", label: "the format of ASQA", hasAnswers: true },
  { value: "asqa-questions", label: "questions without answers", hasAnswers: false },
];
