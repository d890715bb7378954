import type { PageView } from "@/anchoring/pageView";
import type { TokenSpan } from "@/anchoring/spans";
import { rangeToTokenSpan } from "@/anchoring/tokenSpans";

/** A passage of a page in whole tokens; of a table, a line for each row. */
export interface SelectedPassage {
  readonly span: TokenSpan;
  readonly text: string;
}

/** What the user selected in the page, or null. */
export function readSelection(view: PageView): SelectedPassage | null {
  const selection = view.document.getSelection();
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return null;
  return passageOf(view, selection.getRangeAt(0));
}

/** A range of the page in whole tokens, as a passage; null if it touches none. */
export function passageOf(view: PageView, range: Range): SelectedPassage | null {
  const span = rangeToTokenSpan(view.tokens, range);
  if (!span) return null;
  const text = view.textInRows(span);
  return text === "" ? null : { span, text };
}

/** The range from a span's first word to its last; null if it has none. */
export function passageBetween(view: PageView, span: TokenSpan): Range | null {
  const ranges = view.rangesOf([span]);
  const [first, last] = [ranges.at(0), ranges.at(-1)];
  if (!first || !last) return null;
  const range = first.cloneRange();
  range.setEnd(last.endContainer, last.endOffset);
  return range;
}

/** Selects a range natively, so that it can be copied too; null takes the selection away. */
export function select(view: PageView, range: Range | null): void {
  const selection = view.document.getSelection();
  selection?.removeAllRanges();
  if (range) selection?.addRange(range);
}
