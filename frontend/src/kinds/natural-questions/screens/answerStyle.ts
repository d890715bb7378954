import { COLOURS } from "./distinctAnswers";

/** The rendering's style sheet has the highlights `answer-0` to `answer-7`; these go with them. */
const EDGES = [
  "#b97f10",
  "#3f8a57",
  "#3a6fb8",
  "#b54532",
  "#7d55b0",
  "#2f8f8a",
  "#8f7d16",
  "#b0447c",
];

/** Lines that differ, for those who can't tell the colours apart. */
const LINES = ["solid", "dashed", "dotted", "double"] as const;

export function edgeOf(colour: number): string {
  return EDGES[colour % COLOURS] ?? "currentColor";
}

export function lineOf(colour: number): (typeof LINES)[number] {
  return LINES[colour % LINES.length] ?? "solid";
}

const LETTERS = `[data-answer-letters]::before {
  content: attr(data-answer-letters); display: inline-block; margin-inline-end: 6px;
  padding: 0 5px; border-radius: 3px; background: #24221f; color: #fff;
  font: 600 11px/16px system-ui, sans-serif; letter-spacing: 0.04em; vertical-align: 2px;
}`;

/** Outlines of answered boxes, for the page's frame. A shadow stays below what floats beside it. */
export const ANSWER_STYLE = [
  LETTERS,
  ...EDGES.flatMap((edge, colour) => {
    const answer = `:root [data-c][data-answer="${colour}"]`;
    return [
      `${answer}:not(tr, table) { box-shadow: 0 0 0 3px var(--paper), 0 0 0 5px ${edge}; }`,
      `${answer}:is(tr, table) { outline: 2px ${lineOf(colour)} ${edge}; outline-offset: 1px; }`,
      `::highlight(answer-${colour}) { text-decoration: underline 2px ${lineOf(colour)} ${edge}; }`,
    ];
  }),
].join("\n");

/** Where a box's letters stand: letters in a row or a list themselves would break its layout. */
export function letterPlace(box: Element): Element {
  if (box.matches("table, tr")) return box.querySelector("td, th") ?? box;
  if (box.matches("ul, ol, dl")) return box.querySelector("li, dt, dd") ?? box;
  return box;
}
