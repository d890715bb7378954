import type { TokenSpan } from "@/anchoring/spans";
import { keyName } from "@/annotating/keys";

import { boxOf, spansOf, type Annotation, type AnnotationAction } from "./annotation";
import type { PageTools } from "./pageTools";

/** What the keys of the page's two stages can do. */
export interface PageCommands {
  readonly dispatch: (action: AnnotationAction) => void;
  /** Takes the box under the cursor and goes on to the short answer. */
  readonly chooseAndGoOn: () => void;
  readonly mark: (span: TokenSpan) => void;
  readonly find: () => void;
  readonly announce: (text: string) => void;
}

/** Handles a key of stage 2 or 3. False when it means nothing there. */
export function handlePageKey(
  event: KeyboardEvent,
  annotation: Annotation,
  tools: PageTools,
  commands: PageCommands,
): boolean {
  const key = keyName(event);
  if (key === "/" || key === "Ctrl+f") commands.find();
  else if (key === "PageDown") tools.view.scrollByPage(1);
  else if (key === "PageUp") tools.view.scrollByPage(-1);
  else if (annotation.stage === "long_answer") {
    return handleLongAnswerKey(key, annotation, tools, commands);
  } else return handleShortAnswerKey(event, annotation, tools, commands);
  return true;
}

function handleLongAnswerKey(
  key: string,
  annotation: Annotation,
  tools: PageTools,
  commands: PageCommands,
): boolean {
  if (tools.moveByKey(key, boxOf(annotation.answer)?.index ?? null)) return true;
  if (key === "Enter" || key === "Ctrl+Enter") commands.chooseAndGoOn();
  else if (key === "n") commands.dispatch({ type: "choose_no_long_answer" });
  else return false;
  return true;
}

function handleShortAnswerKey(
  event: KeyboardEvent,
  annotation: Annotation,
  tools: PageTools,
  { dispatch, mark, announce }: PageCommands,
): boolean {
  const cursor = tools.wordCursor;
  if (cursor?.moveByKey(event.key, event.shiftKey)) {
    if (cursor.span) announce(tools.view.shownTextOf(cursor.span));
    return true;
  }
  const span = cursor?.span ?? null;
  const review = () => {
    dispatch({ type: "go_to", stage: "review" });
  };
  const actions: Partial<Record<string, () => void>> = {
    Enter: () => {
      if (span) mark(span);
      else review();
    },
    " ": () => {
      if (span) mark(span);
    },
    "Ctrl+Enter": review,
    Escape: () => {
      tools.letGo();
    },
    Backspace: () => {
      const last = spansOf(annotation.answer).at(-1);
      if (last) dispatch({ type: "remove_span", span: last });
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
