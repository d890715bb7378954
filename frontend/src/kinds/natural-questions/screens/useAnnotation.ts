import { useEffect, useEffectEvent, useReducer, useRef, useState } from "react";

import { canUnpack } from "@/anchoring/pageLoading";
import type { SaveState } from "@/annotating/draftKeeper";
import { usePageAhead } from "@/annotating/pageAhead";
import { useActiveTime, type ActiveTimer } from "@/annotating/useActiveTime";
import {
  openDraft,
  useDraftSession,
  type LeaveBy,
  type SubmitContext,
} from "@/annotating/useDraftSession";
import { isReasonMissed } from "@/annotating/useReason";
import type { WorkingTime, Assignment, Page, Submitted } from "@/api/types";

import { reviseAnnotation, saveRevisionDraft, saveDraft, submitAnswer } from "../requests";
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
import { DRAFTS, fromDraft, saysOnlyGood, toDraft, toWire, type Measured } from "./wire";

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

export interface AnnotationSession {
  /** As it is shown: an answer that is being sent off stands where it was completed. */
  readonly annotation: Annotation;
  readonly dispatch: (...actions: AnnotationAction[]) => void;
  /** Whether the question has been on screen long enough for decisions to count. */
  readonly hasLooked: boolean;
  /** Whether the last press came before that. */
  readonly isTooSoon: boolean;
  /** Whether an answer is submitted with its last decision, without a review. */
  readonly sendsAtOnce: boolean;
  /** Notes a jump to a box with words of the question. */
  readonly noteWordJump: () => void;
  readonly page: Page | null;
  /** The question was called good, and there is no page for it. */
  readonly pageMissing: boolean;
  readonly saveState: SaveState<NaturalQuestionsAssignment>;
  readonly timer: ActiveTimer<keyof ActiveSeconds>;
  /** `retrying` while the server does not answer. */
  readonly submitting: "no" | "yes" | "retrying";
  readonly submit: () => void;
  readonly resolveConflict: (choice: "mine" | "theirs") => void;
  readonly leaveBy: LeaveBy;
  /** The assignment's time ran out, so its slot may be somebody else's. */
  readonly expired: boolean;
  readonly problem: string | null;
  readonly time: WorkingTime;
  /** The question was taken up again: another period of time runs. */
  readonly takeUp: (assignment: Pick<Assignment, "time" | "state">) => void;
}

interface SessionOptions {
  readonly assignment: NaturalQuestionsAssignment;
  /** False while the assignment is only reserved: nothing is saved until it is the caller's. */
  readonly claimed: boolean;
  /** The reservation has ended, and the question is somebody else's by now. */
  readonly ended: boolean;
  readonly onSubmitted: (annotation: Submitted) => void;
  readonly onSubmissionWaits?: (() => boolean) | undefined;
  readonly onSubmissionArrived?: ((annotation: Submitted | null) => void) | undefined;
  /** The answer to the submission is to bring the next assignment. */
  readonly takesNext?: boolean;
  /** Why a submitted answer is changed; nothing for a first one. */
  readonly reason?: string;
  /** Whether a change has to say why. */
  readonly needsReason?: boolean;
  /** The server wants a reason after all: see `isReasonMissed`. */
  readonly onReasonMissed?: () => void;
  readonly sendsAtOnce?: boolean;
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
  const { assignment, takesNext = false, needsReason = false, sendsAtOnce = false } = options;
  const reason = options.reason?.trim() ?? "";
  const [opened] = useState(() => openDraft(assignment, DRAFTS));
  const [first] = useState(() => {
    const begun = begin(opened.draft, assignment.page);
    return sendsAtOnce && assignment.revising !== null ? beginAtLastDecision(begun) : begun;
  });
  const [annotation, dispatch] = useReducer(annotationReducer, first);
  const [saved, setPage] = useState(assignment.page);
  const ahead = usePageAhead(assignment.id);
  const [pageMissing, setPageMissing] = useState(false);
  const [time, setTime] = useState<WorkingTime | null>(null);
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
  const sayTooSoon = () => {
    setTooSoon(true);
  };

  const session = useDraftSession<NaturalQuestionsAssignment, Submitted>({
    assignment,
    opened,
    kind: DRAFTS,
    claimed: options.claimed,
    ended: options.ended,
    save: (draft, revising) =>
      revising === null
        ? saveDraft(assignment.id, draft, { keepalive: true, page, rendered: canUnpack() })
        : saveRevisionDraft(revising, draft, { keepalive: true }),
    readDraft: () => toDraft(answer, stage, measure()),
    mayBeat: () => timer.isActive() && answer.quality !== null,
    hasWorked: () => timer.isPresent() && answer.quality !== null,
    onSaved: (saved) => {
      setTime(saved.time);
      setPage((known) => known ?? saved.page);
      setPageMissing(saved.draft?.question_quality === "good" && saved.page === null);
    },
    onRestore: (draft, theirs) => {
      const shownPage = page ?? theirs.page;
      setPage(shownPage);
      const shown = begin(draft, shownPage);
      kept.current = { answer: shown.answer, stage: shown.stage };
      dispatch({ type: "restore", annotation: shown });
    },
    onSubmitted: options.onSubmitted,
    onSubmissionWaits: options.onSubmissionWaits,
    onSubmissionArrived: options.onSubmissionArrived,
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

  const send = ({ idempotencyKey, version, revising }: SubmitContext) => {
    const sent = { ...toWire(answer), version, ...measure() };
    return revising === null
      ? submitAnswer(assignment.id, sent, idempotencyKey, { takesNext })
      : reviseAnnotation(revising, { ...sent, reason }, idempotencyKey);
  };
  const submit = () => {
    if (needsReason && reason === "") {
      session.setProblem("Say why you are changing the answer.");
      return;
    }
    session.submit({
      answer: JSON.stringify({ ...toWire(answer), reason }),
      send,
      onRefused: (error) => {
        if (isReasonMissed(error)) options.onReasonMissed?.();
        return false;
      },
      onStopped: () => {
        setSending(false);
      },
    });
  };
  const submitNow = useEffectEvent(submit);
  useEffect(() => {
    if (sending && options.claimed) submitNow();
  }, [sending, options.claimed]);

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

  const { hasLooked, submitting, resolveConflict, expired, problem } = session;
  const isOutdone = leavesNoChoice(session.saveState);
  const saveState: typeof session.saveState = isOutdone ? { kind: "saved" } : session.saveState;
  const takeTheirs = useEffectEvent(() => {
    resolveConflict("theirs");
  });
  useEffect(() => {
    if (isOutdone) takeTheirs();
  }, [isOutdone]);
  const isSending = sending && !options.ended;
  const takesNothing = submitting !== "no" || isSending || saveState.kind === "closed";
  const isOnItsWay = isSending && submitting !== "retrying" && saveState.kind !== "conflict";
  return {
    annotation: isOnItsWay ? { ...annotation, stage: lastStage(answer) } : annotation,
    // What is changed while the answer is under way would be lost once it has arrived.
    dispatch: takesNothing ? ignore : hasLooked ? decide : sayTooSoon,
    hasLooked,
    isTooSoon,
    sendsAtOnce,
    noteWordJump: () => {
      wordJumps.current += 1;
    },
    page,
    pageMissing,
    saveState,
    timer,
    submitting,
    submit,
    resolveConflict,
    leaveBy: session.leaveBy,
    expired,
    problem,
    // That of a question that was only reserved begins once it is the annotator's.
    time: time ?? assignment.time,
    takeUp: (taken) => {
      setTime(taken.time);
      session.setExpired(taken.state === "expired");
    },
  };
}
