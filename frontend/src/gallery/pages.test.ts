import { within } from "@testing-library/dom";
import { beforeEach, expect, test, vi } from "vitest";

import { EVERYTHING } from "./address";
import { outside } from "./elements";
import { showExample } from "./examplePage";
import { ExamplesPage } from "./examplesPage";
import { wordsWithin } from "./framedPage";
import { showDownloads, sizeOf } from "./otherPages";
import type { About, Example, Row } from "./shapes";

const ABOUT: About = {
  title: "Demo",
  version: "1.0.0",
  made_at: "2026-02-04T12:00:00Z",
  licence: "unknown",
  creators: [],
  kind_summary: "",
  summary: "",
  notes: [],
  prose: [],
  counts: { examples: 2, annotations: 3 },
  splits: ["dev"],
  types: [
    ["short", "Short answer"],
    ["null", "No answer"],
  ],
  shards: 1,
  left_out: [],
  figures: [],
  computed_at: null,
  scope: [],
  downloads: { address: "", files: [] },
};

const ANSWER = { candidate: 1, tag: "<P>", preview: "The tower", spans: [], texts: [] };

const EXAMPLE: Example = {
  id: "7",
  question: "who <b>lit</b> the tower",
  split: "dev",
  type: "short",
  annotations: "annotations/0.json.gz",
  page: { title: "Tower", url: "javascript:alert(1)", html: "<html></html>", source: null },
  answers: [
    { ...ANSWER, type: "short", count: 2, spans: [[3, 5]], texts: ["Henry Hall"] },
    { ...ANSWER, type: "null", count: 1, candidate: null, preview: "" },
  ],
};

beforeEach(() => {
  vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => undefined }));
});

function shown(parts: readonly HTMLElement[]) {
  const main = document.createElement("main");
  main.append(...parts);
  return { main, ...within(main) };
}

test("an example has all answers with their annotators, and the page in a closed frame", () => {
  const annotations = [
    { annotator: "Annotator 1", at: "", answer: 0 },
    { annotator: "Annotator 2", at: "", answer: 1 },
    { annotator: "Annotator 3", at: "", answer: 0 },
  ];
  const page = shown(showExample(ABOUT, EXAMPLE, annotations, { answer: 2, words: "tower" }));
  expect(page.getByRole("heading", { level: 1 })).toHaveTextContent("who <b>lit</b> the tower");
  const [first, second] = page.getAllByRole("radio");
  expect(first?.parentElement).toHaveTextContent("2 of 3 Short answer");
  expect(first?.parentElement).toHaveTextContent("Annotator 1, Annotator 3");
  expect(second).toBeChecked();
  expect(page.getByTitle("Page: Tower")).toHaveAttribute("sandbox", "allow-same-origin");
  // The page's address is as hostile as the page.
  expect(page.queryByRole("link", { name: "Tower" })).not.toBeInTheDocument();
});

test("written answers stand with their sources, and the question's readings with passages", () => {
  const example: Example = {
    id: "8",
    question: "when",
    split: "dev",
    type: "answered",
    annotations: "",
    page: null,
    disambiguations: [
      { question: "when first", short_answers: ["1698"], passages: [{ title: "T", text: "P" }] },
    ],
    visited: [{ title: "Tower", url: "https://en.wikipedia.org/wiki/Tower" }],
  };
  const annotation = {
    annotator: "Annotator 1",
    at: "",
    text: "In 1698.",
    concern: "",
    sources: [{ title: "Tower", text: "It was lit in 1698." }],
  };
  const page = shown(showExample(ABOUT, example, [annotation], { answer: 1, words: "" }));
  expect(page.getByRole("article")).toHaveTextContent("Annotator 1In 1698.1 source");
  expect(page.getByRole("list", { name: "Disambiguations" })).toHaveTextContent(
    "when first16981 passagePT",
  );
  expect(page.getByRole("link", { name: "Tower" })).toHaveAttribute(
    "href",
    "https://en.wikipedia.org/wiki/Tower",
  );
});

test("the list says how many were found, and marks the words", () => {
  const row: Row = {
    id: "7",
    question: "who lit the tower",
    split: "dev",
    type: "short",
    count: 3,
    most: 2,
    words: ["Henry Hall"],
  };
  const rows = [row, { ...row, id: "8", question: "when", type: "null" }];
  const list = new ExamplesPage(ABOUT, rows);
  const page = shown(list.show({ ...EVERYTHING, words: "lit" }));
  expect(page.getByRole("status")).toHaveTextContent("1 of 2 examples");
  expect(page.getByRole("listitem")).toHaveTextContent("2 of 3 annotators agree");
  expect(page.main.querySelector("mark")).toHaveTextContent("lit");
  expect(page.getByRole("link")).toHaveAttribute("href", "#/example/7?q=lit");
});

test("downloads lie beside the gallery, or are a link", () => {
  const files = shown(
    showDownloads({
      ...ABOUT,
      downloads: { address: "../release", files: [["data/nq/a b.jsonl.gz", 1500]] },
    }),
  );
  expect(files.getByRole("link")).toHaveAttribute("href", "../release/data/nq/a%20b.jsonl.gz");
  expect(sizeOf(1500)).toBe("1.5 kB");
  expect(outside("x", "javascript:alert(1)").tagName).toBe("SPAN");
});

test("the tokens of an answer are found, also where an element has several", () => {
  const parsed = new DOMParser().parseFromString(
    '<i data-t="2">a</i><i data-t="3">b</i><i data-t="4-6">c</i><i data-t="7">d</i>',
    "text/html",
  );
  expect(wordsWithin(parsed, [[3, 5]]).map(({ textContent }) => textContent)).toEqual(["b", "c"]);
  expect(wordsWithin(parsed, [])).toEqual([]);
});
