import type { PageView } from "@/anchoring/pageView";
import type { Suggestion } from "@/api/suggestions";

import type { AnnotationAction, ChosenBox } from "./annotation";

/** Marks of suggested boxes: a dashed line, and a label outside the page's text. */
const RULES = `
[data-suggested] { outline: 2px dashed #b7791f; outline-offset: 4px; }
[data-suggested-label]::before {
  content: attr(data-suggested-label);
  display: block;
  width: max-content;
  margin-bottom: 2px;
  padding: 0 6px;
  color: #fff;
  font: 600 11px/18px system-ui, sans-serif;
  background: #8a5a12;
  border-radius: 3px;
}
`;

/** Marks the boxes, the best first. The function that it returns takes the marks off. */
export function markSuggested(view: PageView, boxes: readonly number[]): () => void {
  if (!view.document.querySelector("style[data-suggestions]")) {
    view.addStyle(RULES);
    view.document.head.lastElementChild?.setAttribute("data-suggestions", "");
  }
  const marked = boxes.flatMap((box, place) => {
    const element = view.elementOf(box);
    if (!element) return [];
    const label = element.matches("table, tr, [data-as='tr']")
      ? (element.querySelector("td, th, [data-as='td'], [data-as='th']") ?? element)
      : element;
    element.setAttribute("data-suggested", "");
    const name = boxes.length > 1 ? `Suggested ${place + 1}` : "Suggested";
    label.setAttribute("data-suggested-label", name);
    return [element, label];
  });
  return () => {
    for (const element of marked) {
      element.removeAttribute("data-suggested");
      element.removeAttribute("data-suggested-label");
    }
  };
}

/** The suggested box after the one that keys are at; the best one if they are at none. */
export function nextSuggested(boxes: readonly number[], at: number | null): number | null {
  const place = at === null ? -1 : boxes.indexOf(at);
  return boxes[(place + 1) % boxes.length] ?? null;
}

/**
 * What takes a proposed answer. It ends at the short answer, so that nothing is submitted before
 * the annotator has seen it there.
 */
export function takeProposal(
  { short_answers: spans, yes_no_answer: yesNo }: Suggestion,
  box: ChosenBox,
): AnnotationAction[] {
  const short: AnnotationAction[] =
    yesNo === "NONE"
      ? spans.map((span) => ({ type: "mark_span", span }))
      : [{ type: "answer_yes_no", value: yesNo === "YES" ? "yes" : "no" }];
  return [{ type: "choose_box", box }, ...short, { type: "go_to", stage: "short_answer" }];
}
