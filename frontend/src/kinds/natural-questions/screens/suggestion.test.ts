import { expect, it } from "vitest";

import { PageView } from "@/anchoring/pageView";
import { documentOf } from "@/anchoring/testing";

import { annotationReducer, beginAnnotation } from "./annotation";
import { markSuggested, nextSuggested, takeProposal } from "./suggestion";
import { toWire } from "./wire";

const HTML = `
  <p data-c="0"><b data-t="1">Built</b> <b data-t="2">by</b> <b data-t="3">Ada</b></p>
  <table data-c="1"><tr data-c="2"><td><b data-t="7">In</b></td> <td><b data-t="8">1882</b></td></tr></table>`;
const BOX = { index: 0, start_token: 0, end_token: 6 };

function taken(short: { start_token: number; end_token: number }[], yesNo: "NONE" | "YES" | "NO") {
  const suggestion = {
    mode: "propose" as const,
    boxes: [0],
    short_answers: short,
    yes_no_answer: yesNo,
  };
  const good = annotationReducer(beginAnnotation(), { type: "judge", quality: "good" });
  return takeProposal(suggestion, BOX).reduce(annotationReducer, good);
}

it("takes the box with its short answer, and stops there", () => {
  const { answer, stage } = taken([{ start_token: 3, end_token: 4 }], "NONE");
  expect(toWire(answer)).toMatchObject({
    long_answer: { candidate_index: 0 },
    short_answers: [{ start_token: 3, end_token: 4 }],
  });
  expect(stage).toBe("short_answer");
});

it("takes a proposed yes without leaving for the review", () => {
  const { answer, stage } = taken([], "YES");
  expect(toWire(answer).yes_no_answer).toBe("YES");
  expect(stage).toBe("short_answer");
});

it("leaves the short answer open where none is proposed", () => {
  const { answer, stage } = taken([], "NONE");
  expect(toWire(answer)).toMatchObject({ long_answer: { candidate_index: 0 }, short_answers: [] });
  expect(stage).toBe("short_answer");
});

it("goes from the best box to the next ones, and around", () => {
  expect([null, 4, 2, 7, 9].map((at) => nextSuggested([4, 2, 7], at))).toEqual([4, 2, 7, 4, 4]);
  expect(nextSuggested([], null)).toBeNull();
});

it("marks boxes and rows with a label outside the page's text, and takes all of it off", () => {
  const document = documentOf(HTML);
  const view = new PageView(document, null);
  const before = document.body.innerHTML;
  const unmark = markSuggested(view, [2, 0]);
  expect(document.querySelector("tr")?.hasAttribute("data-suggested")).toBe(true);
  expect(document.querySelector("td")?.getAttribute("data-suggested-label")).toBe("Suggested 1");
  expect(document.querySelector("p")?.getAttribute("data-suggested-label")).toBe("Suggested 2");
  expect(document.body.textContent).not.toContain("Suggested");
  unmark();
  expect(document.body.innerHTML).toBe(before);
});
