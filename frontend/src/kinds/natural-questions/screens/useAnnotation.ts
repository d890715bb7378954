import { useEffect, useEffectEvent, useReducer, useRef, useState } from "react";

import type { SaveState } from "@/annotating/draftKeeper";
import type { DraftSession } from "@/annotating/draftSession";
import { ofKind } from "@/annotating/draftTarget";
import { usePageAhead } from "@/annotating/pageAhead";
import type { AnnotationScreenProps } from "@/annotating/screen";
import { useActiveTime, type ActiveTimer } from "@/annotating/useActiveTime";
import { openDraft, useDraftSession } from "@/annotating/useDraftSession";
import type { Reason } from "@/annotating/useReason";
import { useTimeLeft, type TimeLeft } from "@/annotating/useTimeLeft";
import type { Page } from "@/api/types";

import type { ActiveSeconds, Draft, NaturalQuestionsAssignment, Stage } from "../types";
import {
  afterAll,
  annotationReducer,
  beginAnnotation,
  isComplete,
  lastStage,
  type Annotation,
  type AnnotationAction,
} from "./annotation";
import {
  DRAFTS,
  fromDraft,
  pageWanted,
  saysOnlyGood,
  toDraft,
  toSubmission,
  type Measured,
  type Submission,
} from "./wire";

/** The review is a look back, and its time counts for none. */
const TIMED_STAGES = ["question", "long_answer", "short_answer"] as const;

/** What completes an answer; nothing else sends it off without a review. */
const DECISIONS: readonly AnnotationAction["type"][] = [
  "judge",
  "choose_box",
  "mark_span",
  "choose_no_long_answer",
  "answer_yes_no",
  "choose_no_short_answer",
  "go_to",
];

export interface AnnotationSession extends Omit<
  DraftSession<NaturalQuestionsAssignment, Submission>,
  "submit"
> {
  /** As it is shown: an answer that is being sent off stands where it was completed. */
  readonly annotation: Annotation;
  readonly dispatch: (...actions: AnnotationAction[]) => void;
  /** Whether the last press came before the question was looked at. */
  readonly isTooSoon: boolean;
  /** Whether an answer is submitted with its last decision, without a review. */
  readonly sendsAtOnce: boolean;
  /** Notes a jump to a box with words of the question. */
  readonly noteWordJump: () => void;
  readonly page: Page | null;
  /** The question was called good, and there is no page for it. */
  readonly pageMissing: boolean;
  readonly timer: ActiveTimer<keyof ActiveSeconds>;
  readonly timeLeft: TimeLeft;
  readonly submit: () => void;
}

interface SessionOptions {
  readonly screen: AnnotationScreenProps<NaturalQuestionsAssignment>;
  readonly reason: Reason;
  readonly sendsAtOnce: boolean;
}

function begin(draft: Draft | null, page: Page | null): Annotation {
  return beginAnnotation(fromDraft(draft, page?.candidates ?? []), draft?.stage);
}

/** Without a review, a submitted answer is opened again where it was completed. */
function beginAtLastDecision(annotation: Annotation): Annotation {
  const { answer, stage } = annotation;
  return stage === "review" ? { ...annotation, stage: lastStage(answer) } : annotation;
}

function ignore(): void {
  // Nothing is changed.
}

function isJudgedGood([action]: readonly AnnotationAction[]): boolean {
  return action?.type === "judge" && action.quality === "good";
}

/** Whether another tab's version says all that this tab's says: that the question is good. */
function leavesNoChoice(state: SaveState<NaturalQuestionsAssignment>): boolean {
  if (state.kind !== "conflict") return false;
  return saysOnlyGood(state.mine) && state.theirs.draft?.question_quality === "good";
}

function timedStage(stage: Stage): keyof ActiveSeconds | null {
  return stage === "review" ? null : stage;
}

/** One assignment from the first look at the question to its submission. */
export function useAnnotation(options: SessionOptions): AnnotationSession {
  const { screen, reason, sendsAtOnce } = options;
  const { assignment } = screen;
  const { standing } = screen.target;
  const [opened] = useState(() => openDraft(assignment, DRAFTS, screen.target));
  const [first] = useState(() => {
    const begun = begin(opened.draft, assignment.page);
    return sendsAtOnce && assignment.revising !== null ? beginAtLastDecision(begun) : begun;
  });
  const [annotation, dispatch] = useReducer(annotationReducer, first);
  const [saved, setPage] = useState(assignment.page);
  const ahead = usePageAhead(assignment.id);
  const [pageMissing, setPageMissing] = useState(false);
  const timeLeft = useTimeLeft(assignment);
  const { answer, stage } = annotation;
  // Nobody sees the page before having judged the question.
  const page = saved ?? (answer.quality === "good" ? ahead : null);
  const before = opened.draft?.active_seconds ?? null;
  const timer = useActiveTime(TIMED_STAGES, timedStage(stage), before);
  const kept = useRef({ answer, stage });
  const wordJumps = useRef(opened.draft?.word_jumps ?? 0);
  const measure = (): Measured => ({
    active_seconds: timer.read(),
    word_jumps: wordJumps.current,
  });
  const [sending, setSending] = useState(false);
  const [isTooSoon, setTooSoon] = useState(false);
  const target = ofKind(screen.target, "nq");

  const session = useDraftSession({
    ...screen,
    target: {
      ...target,
      save: (draft, at) => target.save(draft, { ...at, page: pageWanted(draft, page) }),
    },
    opened,
    kind: DRAFTS,
    reason,
    readDraft: () => toDraft(answer, stage, measure()),
    complete: (submission: Submission) => {
      const { active_seconds, word_jumps } = measure();
      return { ...submission, active_seconds, ...(target.isOwnAnnotation ? { word_jumps } : {}) };
    },
    mayBeat: () => timer.isActive() && answer.quality !== null,
    hasWorked: () => timer.isPresent() && answer.quality !== null,
    onSaved: (saved) => {
      timeLeft.note(saved);
      const known = page ?? saved.page;
      setPage(known);
      setPageMissing(saved.draft?.question_quality === "good" && known === null);
    },
    onRestore: (draft, theirs) => {
      const shownPage = page ?? theirs.page;
      setPage(shownPage);
      const shown = begin(draft, shownPage);
      kept.current = { answer: shown.answer, stage: shown.stage };
      dispatch({ type: "restore", annotation: shown });
    },
  });

  const keepNow = useEffectEvent((soon: boolean) => {
    session.keep(toDraft(answer, stage, measure()), { soon });
  });
  useEffect(() => {
    if (kept.current.answer === answer && kept.current.stage === stage) return;
    // What is being sent off is kept here, and needs no draft on the server before.
    const soon = kept.current.stage !== stage && !sending;
    kept.current = { answer, stage };
    keepNow(soon);
  }, [answer, stage, sending]);

  const submit = () => {
    const submission = toSubmission(answer);
    if (submission === null) return;
    session.submit(submission, {
      onStopped: () => {
        setSending(false);
      },
    });
  };
  const submitNow = useEffectEvent(submit);
  useEffect(() => {
    if (sending && standing === "open") submitNow();
  }, [sending, standing]);

  const decide = (...actions: AnnotationAction[]) => {
    setTooSoon(false);
    // Good once more sends nothing off; it leads on to the page.
    if (sendsAtOnce && answer.quality === "good" && isJudgedGood(actions)) {
      dispatch({ type: "go_to", stage: "long_answer" });
      return;
    }
    const decided = afterAll(annotation, actions);
    const isDecision = actions.every(({ type }) => DECISIONS.includes(type));
    const isDone = decided.stage === "review" && isComplete(decided.answer);
    // What is taken away by it is to be seen before; and the reasons why a question is bad after
    // all lie where the next question has its buttons.
    const isBadAfterAll = decided.answer.quality === "bad" && decided.answer.reason !== null;
    const isToBeSeen = decided.notice !== null || isBadAfterAll;
    if (sendsAtOnce && isDecision && isDone && !isToBeSeen) setSending(true);
    const [only] = actions;
    if (actions.length === 1 && only) dispatch(only);
    else dispatch({ type: "restore", annotation: decided });
  };

  const { submitting, resolveConflict } = session;
  const isOutdone = leavesNoChoice(session.saveState);
  const saveState: typeof session.saveState = isOutdone ? { kind: "saved" } : session.saveState;
  const takeTheirs = useEffectEvent(() => {
    resolveConflict("theirs");
  });
  useEffect(() => {
    if (isOutdone) takeTheirs();
  }, [isOutdone]);
  const isSending = sending && standing !== "ended";
  const takesNothing = submitting !== "no" || isSending || saveState.kind === "closed";
  const isOnItsWay = isSending && submitting !== "retrying" && saveState.kind !== "conflict";
  const sayTooSoon = () => {
    setTooSoon(true);
  };
  return {
    ...session,
    annotation: isOnItsWay ? { ...annotation, stage: lastStage(answer) } : annotation,
    // What is changed while the answer is under way would be lost once it has arrived.
    dispatch: takesNothing ? ignore : session.hasLooked ? decide : sayTooSoon,
    isTooSoon,
    sendsAtOnce,
    noteWordJump: () => {
      wordJumps.current += 1;
    },
    page,
    pageMissing,
    saveState,
    timer,
    submit,
    timeLeft,
  };
}
