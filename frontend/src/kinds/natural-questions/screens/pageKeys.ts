import type { TokenSpan } from "@/anchoring/spans";
import { isSearchKey, keyName } from "@/annotating/keys";

import { boxOf, spansOf, type Annotation, type AnnotationAction } from "./annotation";
import type { PageTools } from "./pageTools";

/** What the keys of the page's two stages can do. */
export interface PageCommands {
  readonly dispatch: (...actions: AnnotationAction[]) => void;
  /** Takes the box under the cursor, and does something with it. */
  readonly chooseAnd: (action: AnnotationAction) => void;
  readonly mark: (span: TokenSpan) => void;
  readonly remove: (span: TokenSpan) => void;
  /** Opens the search; false where there is no room for it. */
  readonly find: () => boolean;
  /** Goes to the next box with words of the question; null where the project has no such key. */
  readonly jump: ((direction: 1 | -1) => void) | null;
  /** Goes to a suggested box, or takes a proposed answer; nothing for those who see none. */
  readonly followSuggestion?: (() => void) | undefined;
  readonly announce: (text: string) => void;
}

const PAGE_KEYS =
  /^((Ctrl\+(Shift\+)?)?(Arrow(Up|Down|Left|Right)|Home|End|Enter)|Page(Up|Down)|Backspace|Escape|Ctrl\+f|[ ajnsxy/])$/;

/** Keys that mean something on the page, whether it is there yet or not. */
export function isPageKey(event: KeyboardEvent): boolean {
  return PAGE_KEYS.test(keyName(event));
}

/** Handles a key of stage 2 or 3. False when it means nothing there. */
export function handlePageKey(
  event: KeyboardEvent,
  annotation: Annotation,
  tools: PageTools,
  commands: PageCommands,
): boolean {
  const key = keyName(event);
  if (isSearchKey(event)) return commands.find();
  if (key === "PageDown") tools.view.scrollByPage(1);
  else if (key === "PageUp") tools.view.scrollByPage(-1);
  else if (annotation.stage === "long_answer") {
    return handleLongAnswerKey(event, annotation, tools, commands);
  } else return handleShortAnswerKey(event, annotation, tools, commands);
  return true;
}

function handleLongAnswerKey(
  event: KeyboardEvent,
  annotation: Annotation,
  tools: PageTools,
  { dispatch, chooseAnd, jump, followSuggestion }: PageCommands,
): boolean {
  const key = keyName(event);
  if (tools.moveByKey(key, boxOf(annotation.answer)?.index ?? null)) return true;
  if (key === "Enter") chooseAnd({ type: "go_to", stage: "short_answer" });
  else if (key === "Ctrl+Enter") chooseAnd({ type: "choose_no_short_answer" });
  else if (key === "y") chooseAnd({ type: "answer_yes_no", value: "yes" });
  else if (key === "x") chooseAnd({ type: "answer_yes_no", value: "no" });
  else if (key === "n") dispatch({ type: "choose_no_long_answer" });
  else if (key === "Escape") dispatch({ type: "let_go_of_box" });
  else if (key === "j" && jump) jump(event.shiftKey ? -1 : 1);
  else if (key === "a" && followSuggestion) followSuggestion();
  else return false;
  return true;
}

function handleShortAnswerKey(
  event: KeyboardEvent,
  annotation: Annotation,
  tools: PageTools,
  { dispatch, mark, remove, announce }: PageCommands,
): boolean {
  const cursor = tools.wordCursor;
  const far = event.ctrlKey || event.metaKey;
  if (!event.altKey && cursor?.moveByKey(event.key, { extend: event.shiftKey, far })) {
    const words = tools.cursorInWords;
    if (words !== null) announce(words);
    return true;
  }
  const span = cursor?.span ?? null;
  const finish = () => {
    dispatch({ type: "go_to", stage: "review" });
  };
  const actions: Partial<Record<string, () => void>> = {
    Enter: () => {
      if (span) mark(span);
      else finish();
    },
    " ": () => {
      if (span) mark(span);
    },
    "Ctrl+Enter": () => {
      if (span) dispatch({ type: "mark_span", span }, { type: "go_to", stage: "review" });
      else finish();
    },
    Escape: () => {
      if (!tools.letGo()) dispatch({ type: "let_go_of_box" });
    },
    Backspace: () => {
      const last = spansOf(annotation.answer).at(-1);
      if (last) remove(last);
    },
    s: () => {
      if (cursor) announce(cursor.sentence);
    },
    y: () => {
      dispatch({ type: "answer_yes_no", value: "yes" });
    },
    x: () => {
      dispatch({ type: "answer_yes_no", value: "no" });
    },
    n: () => {
      dispatch({ type: "choose_no_short_answer" });
    },
  };
  const action = actions[keyName(event)];
  action?.();
  return action !== undefined;
}
