import { addressOfExample } from "./address";
import { counted, element, marked, outside } from "./elements";
import { FramedPage } from "./framedPage";
import type { About, Annotation, Example, MarkedAnswer, Passage } from "./shapes";

interface Chosen {
  /** Counted from 1. */
  readonly answer: number;
  /** The words of the search that led here. */
  readonly words: string;
}

/** An example as annotators saw it, with all answers. */
export function showExample(
  about: About,
  example: Example,
  annotations: readonly Annotation[],
  { answer, words }: Chosen,
): HTMLElement[] {
  const type = about.types.find(([name]) => name === example.type)?.[1] ?? example.type;
  return [
    element("h1", { tabindex: -1 }, marked(example.question, words)),
    element(
      "p",
      { class: "quiet" },
      [
        type,
        counted(annotations.length, "annotation"),
        ...(about.splits.length > 1 ? [example.split] : []),
        `id ${example.id}`,
      ].join(" · "),
    ),
    ...(example.answers ? markedAnswers(about, example, annotations, { answer, words }) : []),
    ...(example.disambiguations ? writtenAnswers(example, annotations, words) : []),
  ];
}

function markedAnswers(
  about: About,
  example: Example,
  annotations: readonly Annotation[],
  { answer, words }: Chosen,
): HTMLElement[] {
  const answers = example.answers ?? [];
  const framed = example.page && new FramedPage(example.page);
  const inputs: HTMLInputElement[] = [];
  const rows = answers.map((each, place) => {
    const input = element("input", {
      type: "radio",
      name: "answer",
      value: place + 1,
      checked: place + 1 === answer,
    });
    input.addEventListener("change", () => {
      history.replaceState(null, "", addressOfExample(example.id, words, place + 1));
      framed?.mark(each);
    });
    inputs.push(input);
    const names = annotations.filter((one) => one.answer === place).map((one) => one.annotator);
    return element(
      "label",
      { class: "answer" },
      input,
      element(
        "span",
        {},
        element("strong", {}, `${each.count} of ${annotations.length}`),
        ` ${typeWords(about, each)}`,
        each.texts.length > 0 &&
          element("span", { class: "words" }, marked(each.texts.join(" · "), words)),
        each.preview && element("span", { class: "preview" }, marked(boxWords(each), words)),
        element("span", { class: "quiet names" }, names.join(", ")),
      ),
    );
  });
  framed?.mark(answers[answer - 1] ?? answers[0] ?? null);
  const [first] = inputs;
  if (first && !inputs.some((input) => input.checked)) first.checked = true;
  return [
    element(
      "div",
      { class: "beside" },
      element(
        "fieldset",
        { class: "all-answers" },
        element("legend", {}, "Answers"),
        ...(rows.length > 0 ? rows : [element("p", {}, "Nobody has answered this question.")]),
      ),
      framed &&
        element("section", { "aria-labelledby": "page-title" }, pageHead(example), framed.frame),
    ),
  ];
}

function typeWords(about: About, answer: MarkedAnswer): string {
  return about.types.find(([name]) => name === answer.type)?.[1] ?? answer.type;
}

function boxWords({ tag, preview }: MarkedAnswer): string {
  return `${tag ? `${tag.replace(/[<>]/g, "")}: ` : ""}${preview}`;
}

function pageHead({ page }: Example): HTMLElement {
  const source = page?.source;
  const facts = [
    source?.revision ? `revision ${source.revision}` : "",
    source?.licence ?? "",
  ].filter(Boolean);
  return element(
    "div",
    {},
    element("h2", { id: "page-title" }, "The page"),
    element(
      "p",
      { class: "quiet" },
      outside(page?.title ?? "", page?.url ?? ""),
      " ",
      facts.join(", "),
    ),
  );
}

function writtenAnswers(
  example: Example,
  annotations: readonly Annotation[],
  words: string,
): HTMLElement[] {
  const parts = example.disambiguations ?? [];
  const visited = example.visited ?? [];
  return [
    element(
      "section",
      {},
      element("h2", {}, "Disambiguations"),
      element(
        "ol",
        { class: "parts", "aria-label": "Disambiguations" },
        ...parts.map((part) =>
          element(
            "li",
            {},
            element("p", {}, marked(part.question, words)),
            element("p", { class: "words" }, marked(part.short_answers.join(" · "), words)),
            passages("Passage", part.passages, words),
          ),
        ),
      ),
    ),
    element(
      "section",
      {},
      element("h2", {}, "Answers"),
      ...(annotations.length > 0
        ? annotations.map((each) => written(each, words))
        : [element("p", {}, "Nobody has answered this question.")]),
    ),
    ...(visited.length > 0
      ? [
          element(
            "section",
            {},
            element("h2", {}, "Pages that were visited"),
            element(
              "ul",
              {},
              ...visited.map(({ title, url }) => element("li", {}, outside(title, url))),
            ),
          ),
        ]
      : []),
  ];
}

function written({ annotator, text, concern, sources }: Annotation, words: string): HTMLElement {
  return element(
    "article",
    { class: "card" },
    element("h3", {}, annotator),
    text ? element("p", { class: "written" }, marked(text, words)) : null,
    concern ? element("p", {}, element("strong", {}, "Concern: "), concern) : null,
    passages("Source", sources ?? [], words),
  );
}

function passages(name: string, found: readonly Passage[], words: string): HTMLElement | null {
  if (found.length === 0) return null;
  return element(
    "details",
    {},
    element("summary", {}, counted(found.length, name.toLowerCase())),
    ...found.map(({ title, text }) =>
      element(
        "figure",
        { class: "passage" },
        element("blockquote", { class: "written" }, marked(text, words)),
        title && element("figcaption", { class: "quiet" }, title),
      ),
    ),
  );
}
