import { useEffect, useEffectEvent, useMemo, useRef } from "react";

import type { FrameHandlers, PointerHit } from "@/anchoring/frameBridge";
import { encloses, type Candidate, type TokenSpan } from "@/anchoring/spans";
import { sectionAt } from "@/anchoring/tableOfContents";
import type { FindFieldControl } from "@/annotating/FindField";
import type { OpenPage } from "@/annotating/PageFrame";
import { useIsTouch } from "@/annotating/useIsTouch";
import { useLastInput } from "@/annotating/useLastInput";

import { boxOf, spansOf, type AnnotationAction, type ChosenBox } from "./annotation";
import { boxName } from "./boxNames";
import { handlePageKey, type PageCommands } from "./pageKeys";
import { PageTools } from "./pageTools";
import { offerAt, toolsOf, type ScreenState } from "./screenState";
import { markSuggested, nextSuggested, takeProposal } from "./suggestion";
import type { AnnotationSession } from "./useAnnotation";

/** Where in the view a section's heading has to be to count as the current one, in pixels. */
const READING_LINE = 90;

interface PageWorkOptions {
  readonly session: AnnotationSession;
  readonly screen: ScreenState;
  readonly act: (changes: Partial<ScreenState>) => void;
  readonly announce: (text: string) => void;
  readonly onKey: (event: KeyboardEvent) => void;
  readonly find: React.RefObject<FindFieldControl | null>;
  /** What takes the focus for the keys of the page. */
  readonly keys: React.RefObject<HTMLDivElement | null>;
  /** The question whose words a key leads to; null where the project has no such key. */
  readonly wordsOf: string | null;
}

/** What hands and keys do on the page: choose the long answer, mark short ones. */
export function usePageWork(options: PageWorkOptions) {
  const { session, screen, act, announce, find, keys, wordsOf } = options;
  const { annotation, dispatch } = session;
  const { answer, stage } = annotation;
  const box = boxOf(answer);
  const index = box?.index ?? null;
  const tools = toolsOf(screen);
  const visit = useMemo(() => ({ stage, box: index }), [stage, index]);
  const offered = offerAt(screen, visit);
  const offer = (why: "tapped" | "found" | null) => {
    act({ offered: why && { visit, why } });
  };
  const isTouch = useIsTouch();
  const lastInput = useLastInput();
  /** The click that led on to the words is half of a double click, or may be. */
  const wentOn = useRef(false);
  const view = tools?.view ?? null;
  const isOnPage = stage === "long_answer" || stage === "short_answer";
  const handleOpen = (opened: OpenPage | null) => {
    const move = (candidate: Candidate | null) => {
      act({ focused: candidate?.index ?? null });
      if (candidate && opened) {
        announce(`${boxName(candidate.tag)}: ${opened.view.beginningOf(candidate)}`);
      }
    };
    act({ page: opened ? new PageTools(opened.view, opened.bridge, move) : "waiting" });
  };

  const boxAt = (index: number | null): ChosenBox | null => {
    const candidate = index === null ? null : (view?.navigator.get(index) ?? null);
    if (!candidate) return null;
    const { start_token, end_token } = candidate;
    return { index: candidate.index, start_token, end_token };
  };
  const choose = (index: number | null, ...andThen: AnnotationAction[]) => {
    const chosen = boxAt(index);
    if (chosen) dispatch({ type: "choose_box", box: chosen }, ...andThen);
  };
  const chooseAnd = (action: AnnotationAction) => {
    choose(tools?.candidates.target(box?.index ?? null) ?? null, action);
  };
  const takeFound = () => {
    if (stage !== "long_answer") return;
    // Another box than that of the match must not be taken.
    if (tools?.goToMatch()) chooseAnd({ type: "go_to", stage: "short_answer" });
    else announce("This match is in no answer box.");
  };
  const sayUntaken = (why: string) => {
    act({ untaken: why });
    announce(why);
  };
  const jump = (question: string, direction: 1 | -1) => {
    session.noteWordJump();
    if (tools?.jumpByWords(question, box?.index ?? null, direction)) return;
    sayUntaken(`No ${direction === 1 ? "further" : "earlier"} box has words of the question.`);
  };
  const suggestion = session.page?.suggestion;
  const followSuggestion = () => {
    if (!suggestion || !tools) return;
    const next = nextSuggested(suggestion.boxes, tools.candidates.position ?? box?.index ?? null);
    const proposed = suggestion.mode === "propose" ? boxAt(suggestion.boxes[0] ?? null) : null;
    if (proposed) {
      tools.noteMarked(suggestion.short_answers.at(-1) ?? null);
      dispatch(...takeProposal(suggestion, proposed));
    } else if (next !== null) {
      tools.moveTo(next, "list");
      const place = suggestion.boxes.indexOf(next) + 1;
      announce(`Suggested box ${place} of ${suggestion.boxes.length}`);
    }
  };
  /** One click chooses a box, a second one goes on to its words, one outside takes it back. */
  const clickOnBox = ({ candidate, count, onText }: PointerHit) => {
    const isChosen = candidate !== null && candidate === box?.index;
    // The second half of a double click outside, whose first half has led back here.
    if (count > 1 && !isChosen) return;
    if (candidate === null) {
      dispatch({ type: "let_go_of_box" });
      if (onText) sayUntaken("This text is in no answer box.");
    } else if (!isChosen) choose(candidate);
    else {
      wentOn.current = true;
      dispatch({ type: "go_to", stage: "short_answer" });
    }
  };
  const clickOnWord = ({ target, onText, shift, touch }: PointerHit) => {
    if (!tools?.isInBox(target)) {
      dispatch({ type: "let_go_of_box" });
      return;
    }
    if (onText && tools.wordAt(target) === null) {
      sayUntaken("The official format has no token for this text.");
      return;
    }
    // A tap on the first word and one on the last mark what is between.
    const isLast = shift || (touch && offered === "tapped");
    const span = tools.pointAt(target, isLast);
    if (span) mark(span);
    else if (touch) offer(tools.wordCursor?.span ? "tapped" : null);
  };
  const doubleClick = ({ candidate, target }: PointerHit) => {
    const isOther = box !== null && candidate !== box.index;
    if (wentOn.current || (stage === "long_answer" && isOther)) return;
    if (stage === "long_answer") {
      wentOn.current = true;
      choose(candidate, { type: "go_to", stage: "short_answer" });
      return;
    }
    const span = stage === "short_answer" ? tools?.wordAt(target) : null;
    if (span) mark(span);
  };
  const mark = (span: TokenSpan) => {
    dispatch({ type: "mark_span", span });
    offer(null);
    tools?.noteMarked(span);
    if (view && box && encloses(box, span)) announce(`Marked: ${view.shownTextOf(span)}`);
  };
  const remove = (span: TokenSpan) => {
    dispatch({ type: "remove_span", span });
    if (view) announce(`Removed: ${view.shownTextOf(span)}`);
  };

  const handlers: FrameHandlers = {
    onHover: (candidate) => {
      if (stage === "long_answer") tools?.candidates.hover(candidate);
    },
    onClick: (hit) => {
      wentOn.current = false;
      act({ untaken: null });
      if (stage === "long_answer") clickOnBox(hit);
      else if (stage === "short_answer") clickOnWord(hit);
    },
    onDoubleClick: doubleClick,
    onDrag: (range, done) => {
      const span = tools?.dragOver(range, done);
      if (span && done) mark(span);
    },
    onKey: options.onKey,
    onScroll: () => {
      if (view) act({ section: sectionAt(view.sections, READING_LINE) });
    },
    onInput: (event) => {
      session.timer.noteInput();
      lastInput.noteInPage(event);
    },
  };

  const commands: PageCommands = {
    dispatch,
    chooseAnd,
    mark,
    remove,
    announce,
    jump:
      wordsOf === null
        ? null
        : (direction) => {
            jump(wordsOf, direction);
          },
    find: () => find.current?.focus() ?? false,
    followSuggestion: suggestion && followSuggestion,
  };
  const focusKeys = () => keys.current?.focus({ preventScroll: true });
  const leaveSearch = () => {
    if (tools?.goToMatch() && tools.cursorInWords !== null) {
      announce(tools.cursorInWords);
      offer(isTouch ? "found" : null);
    }
    focusKeys();
  };
  const chosenBox = useEffectEvent(() => box);
  useEffect(() => {
    tools?.showStage(stage, chosenBox(), lastInput.chosenBy);
  }, [tools, stage, index, lastInput]);
  useEffect(() => {
    tools?.showSpans(spansOf(answer));
  }, [tools, answer]);

  useEffect(
    () => (view && suggestion ? markSuggested(view, suggestion.boxes) : undefined),
    [view, suggestion],
  );

  return {
    tools,
    handlers,
    offersMark: offered !== null,
    handleOpen,
    choose,
    chooseAnd,
    remove,
    takeFound,
    leaveSearch,
    followSuggestion,
    /** Marks what is painted, wherever it was moved since it was offered. */
    markOffered: () => {
      const span = tools?.wordCursor?.span;
      if (span) mark(span);
      focusKeys();
    },
    pick: (picked: number) => {
      tools?.moveTo(picked, lastInput.chosenBy);
      choose(picked);
    },
    findInPage: commands.find,
    focusKeys,
    /** Types into the search. */
    search: (text: string) => find.current?.search(text),
    /** True when the key meant something on the page. */
    handleKey: (event: KeyboardEvent): boolean => {
      act({ untaken: null });
      if (!tools || !isOnPage) return false;
      return handlePageKey(event, annotation, tools, commands);
    },
    /** Takes the focus where the page is on screen; else false. */
    focus: (): boolean => {
      if (isOnPage) focusKeys();
      return isOnPage && keys.current !== null;
    },
  };
}

export type PageWork = ReturnType<typeof usePageWork>;
