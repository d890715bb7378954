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

export function edgeOf(colour: number): string {
  return EDGES[colour % COLOURS] ?? "currentColor";
}

/** Outlines of answered boxes, for the page's frame. A shadow stays below what floats beside it. */
export const ANSWER_STYLE = EDGES.flatMap((edge, colour) => {
  const answer = `:root [data-c][data-answer="${colour}"]`;
  return [
    `${answer}:not(tr, table) { box-shadow: 0 0 0 3px var(--paper), 0 0 0 5px ${edge}; }`,
    `${answer}:is(tr, table) { outline: 2px solid ${edge}; outline-offset: 1px; }`,
  ];
}).join("\n");
