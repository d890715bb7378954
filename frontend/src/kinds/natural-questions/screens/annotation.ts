import { encloses, overlaps, sameSpan, type TokenSpan } from "@/anchoring/spans";
import { goBack, goForth, NO_HISTORY, remember, type UndoHistory } from "@/annotating/undoHistory";

import type { BadReason, Stage } from "../types";

/** The box that was chosen; its tokens decide which short answers fit. */
export interface ChosenBox extends TokenSpan {
  readonly index: number;
}

export type ShortAnswer =
  | { readonly kind: "undecided" }
  | { readonly kind: "none" }
  | { readonly kind: "yes" }
  | { readonly kind: "no" }
  /** At least one; in order, none overlapping, all inside the box. */
  | { readonly kind: "spans"; readonly spans: readonly TokenSpan[] };

type LongAnswer =
  | { readonly kind: "undecided" }
  | { readonly kind: "none" }
  | { readonly kind: "box"; readonly box: ChosenBox; readonly short: ShortAnswer };

/**
 * An answer, in a form that has no place for impossible ones: short answers exist only in a box,
 * yes and no only instead of spans, and nothing at all beside a bad question.
 */
export type Answer =
  | { readonly quality: null }
  /** With a reason where the page had been shown before. */
  | { readonly quality: "bad"; readonly reason: BadReason | null }
  | { readonly quality: "good"; readonly long: LongAnswer };

interface Step {
  readonly answer: Answer;
  readonly stage: Stage;
}

/** A step remembers the stage it was made at, so that undoing shows it. */
export interface Annotation extends Step, UndoHistory<Step> {
  /** What the last action took away or refused, in a sentence. */
  readonly notice: string | null;
}

export type AnnotationAction =
  | { readonly type: "judge"; readonly quality: "good" }
  | { readonly type: "judge"; readonly quality: "bad"; readonly reason?: BadReason | null }
  | { readonly type: "choose_box"; readonly box: ChosenBox }
  | { readonly type: "let_go_of_box" }
  | { readonly type: "choose_no_long_answer" }
  | { readonly type: "mark_span"; readonly span: TokenSpan }
  | { readonly type: "remove_span"; readonly span: TokenSpan }
  | { readonly type: "answer_yes_no"; readonly value: "yes" | "no" }
  | { readonly type: "choose_no_short_answer" }
  | { readonly type: "go_to"; readonly stage: Stage }
  | { readonly type: "undo" }
  | { readonly type: "redo" }
  | { readonly type: "restore"; readonly annotation: Annotation };

const UNDECIDED = { kind: "undecided" } as const;

export const EMPTY_ANSWER: Answer = { quality: null };

/** An annotation without history, at the given stage or the nearest one that can be reached. */
export function beginAnnotation(answer: Answer = EMPTY_ANSWER, stage?: Stage): Annotation {
  const reachable = stage && canReach(answer, stage) ? stage : nextStage(answer);
  return { answer, stage: reachable, ...NO_HISTORY, notice: null };
}

export function annotationReducer(state: Annotation, action: AnnotationAction): Annotation {
  switch (action.type) {
    case "judge":
      return action.quality === "good" ? judgeGood(state) : judgeBad(state, action.reason ?? null);
    case "choose_box":
      return chooseBox(state, action.box);
    case "let_go_of_box":
      return letGoOfBox(state);
    case "choose_no_long_answer":
      return chooseNoLongAnswer(state);
    case "mark_span":
      return markSpan(state, action.span);
    case "remove_span":
      return removeSpan(state, action.span);
    case "answer_yes_no":
      return decideShort(state, { kind: action.value });
    case "choose_no_short_answer":
      return decideShort(state, { kind: "none" });
    case "go_to":
      return canReach(state.answer, action.stage)
        ? { ...state, stage: action.stage, notice: null }
        : state;
    case "undo":
      return travel(state, goBack);
    case "redo":
      return travel(state, goForth);
    case "restore":
      return action.annotation;
  }
}

/** What one decision of several steps leads to. A later step doesn't hide what an earlier one says
 * was taken away.
 */
export function afterAll(state: Annotation, actions: readonly AnnotationAction[]): Annotation {
  return actions.reduce<Annotation>(
    (before, action) => {
      const after = annotationReducer(before, action);
      return { ...after, notice: after.notice ?? before.notice };
    },
    { ...state, notice: null },
  );
}

function judgeGood(state: Annotation): Annotation {
  if (state.answer.quality === "good") {
    return { ...state, stage: nextStageAfterQuestion(state.answer), notice: null };
  }
  return change(state, { answer: { quality: "good", long: UNDECIDED }, stage: "long_answer" });
}

function judgeBad(state: Annotation, reason: BadReason | null): Annotation {
  const { answer } = state;
  if (answer.quality === "bad" && answer.reason === reason) {
    return { ...state, stage: "review", notice: null };
  }
  const lost = boxOf(answer) !== null;
  const notice = lost ? "A bad question has no answer, so your answer was removed." : null;
  return change(state, { answer: { quality: "bad", reason }, stage: "review" }, notice);
}

function chooseBox(state: Annotation, box: ChosenBox): Annotation {
  const { answer } = state;
  if (answer.quality !== "good" || box.end_token <= box.start_token) return state;
  if (answer.long.kind !== "box") {
    const long: LongAnswer = { kind: "box", box, short: UNDECIDED };
    return change(state, { answer: { quality: "good", long }, stage: "long_answer" });
  }
  if (answer.long.box.index === box.index) return { ...state, notice: null };
  const [short, lost] = shortAnswerIn(answer.long.short, box);
  const long: LongAnswer = { kind: "box", box, short };
  const notice =
    lost === 0 ? null : `${countSpans(lost)} outside the new passage ${wasOrWere(lost)} removed.`;
  return change(state, { answer: { quality: "good", long }, stage: "long_answer" }, notice);
}

/** Takes a choice back that nothing was said about yet; else it shows the boxes and keeps it. */
function letGoOfBox(state: Annotation): Annotation {
  const short = shortAnswerOf(state.answer);
  if (short === null) return state;
  if (short.kind !== "undecided") return { ...state, stage: "long_answer", notice: null };
  return change(state, { answer: { quality: "good", long: UNDECIDED }, stage: "long_answer" });
}

/** What stays of a short answer when another box is chosen, and how many spans are lost. */
function shortAnswerIn(short: ShortAnswer, box: ChosenBox): [ShortAnswer, lost: number] {
  // "None" was said of the other box. Yes and no answer the question itself, so they stay.
  if (short.kind === "none") return [UNDECIDED, 0];
  if (short.kind !== "spans") return [short, 0];
  const spans = short.spans.filter((span) => encloses(box, span));
  const lost = short.spans.length - spans.length;
  return [spans.length > 0 ? { kind: "spans", spans } : UNDECIDED, lost];
}

function chooseNoLongAnswer(state: Annotation): Annotation {
  const { answer } = state;
  if (answer.quality !== "good") return state;
  if (answer.long.kind === "none") return { ...state, stage: "review", notice: null };
  const lost = answer.long.kind === "box" ? spansOf(answer).length : 0;
  const notice = lost === 0 ? null : `${countSpans(lost)} ${wasOrWere(lost)} removed.`;
  return change(
    state,
    { answer: { quality: "good", long: { kind: "none" } }, stage: "review" },
    notice,
  );
}

/** A new span takes the place of those it overlaps, so a second drag corrects the first. */
function markSpan(state: Annotation, span: TokenSpan): Annotation {
  const { answer } = state;
  if (answer.quality !== "good" || answer.long.kind !== "box") {
    return { ...state, notice: "Choose the passage first. Short answers must be inside it." };
  }
  if (span.end_token <= span.start_token) return state;
  if (!encloses(answer.long.box, span)) {
    return { ...state, notice: "A short answer must be inside the chosen passage." };
  }
  const { short } = answer.long;
  const marked = short.kind === "spans" ? short.spans : [];
  if (marked.some((each) => sameSpan(each, span))) return { ...state, notice: null };
  const spans = [...marked.filter((each) => !overlaps(each, span)), span].sort(
    (one, other) => one.start_token - other.start_token,
  );
  const replaced = short.kind === "yes" || short.kind === "no" ? short.kind : null;
  return change(
    state,
    { answer: withShort(answer.long.box, { kind: "spans", spans }), stage: "short_answer" },
    replaced && `The marked words replace “${replaced}”.`,
  );
}

function removeSpan(state: Annotation, span: TokenSpan): Annotation {
  const { answer } = state;
  const spans = spansOf(answer);
  const left = spans.filter((each) => !sameSpan(each, span));
  const box = boxOf(answer);
  if (!box || left.length === spans.length) return state;
  const short: ShortAnswer = left.length > 0 ? { kind: "spans", spans: left } : UNDECIDED;
  return change(state, { answer: withShort(box, short), stage: "short_answer" });
}

function decideShort(
  state: Annotation,
  short: Exclude<ShortAnswer, { kind: "spans" | "undecided" }>,
): Annotation {
  const { answer } = state;
  if (answer.quality !== "good" || answer.long.kind !== "box") return state;
  if (answer.long.short.kind === short.kind) return { ...state, stage: "review", notice: null };
  const lost = spansOf(answer).length;
  const notice = lost === 0 ? null : `“${short.kind}” replaces ${countSpans(lost)}.`;
  return change(state, { answer: withShort(answer.long.box, short), stage: "review" }, notice);
}

function withShort(box: ChosenBox, short: ShortAnswer): Answer {
  return { quality: "good", long: { kind: "box", box, short } };
}

function change(state: Annotation, to: Step, notice: string | null = null): Annotation {
  return { ...to, ...remember(state, stepOf(state)), notice };
}

function travel(state: Annotation, go: typeof goBack<Step>): Annotation {
  const to = go(state, stepOf(state));
  return to ? { ...to.step, ...to.history, notice: null } : state;
}

function stepOf({ answer, stage }: Annotation): Step {
  return { answer, stage };
}

export function boxOf(answer: Answer): ChosenBox | null {
  return answer.quality === "good" && answer.long.kind === "box" ? answer.long.box : null;
}

export function shortAnswerOf(answer: Answer): ShortAnswer | null {
  return answer.quality === "good" && answer.long.kind === "box" ? answer.long.short : null;
}

export function spansOf(answer: Answer): readonly TokenSpan[] {
  const short = shortAnswerOf(answer);
  return short?.kind === "spans" ? short.spans : [];
}

/** Whether nothing is left to decide. */
export function isComplete(answer: Answer): boolean {
  if (answer.quality !== "good") return answer.quality === "bad";
  if (answer.long.kind !== "box") return answer.long.kind === "none";
  return answer.long.short.kind !== "undecided";
}

/** Whether what a stage asks can be asked yet. */
export function canReach(answer: Answer, stage: Stage): boolean {
  switch (stage) {
    case "question":
      return true;
    case "long_answer":
      return answer.quality === "good";
    case "short_answer":
      return boxOf(answer) !== null;
    case "review":
      return isComplete(answer);
  }
}

/** The stage at which the last decision of a complete answer is made. */
export function lastStage(answer: Answer): Stage {
  if (answer.quality !== "good") return "question";
  return boxOf(answer) ? "short_answer" : "long_answer";
}

/** The first stage at which something is still to be decided. */
export function nextStage(answer: Answer): Stage {
  if (answer.quality === null) return "question";
  return nextStageAfterQuestion(answer);
}

function nextStageAfterQuestion(answer: Answer): Stage {
  if (isComplete(answer)) return "review";
  return boxOf(answer) ? "short_answer" : "long_answer";
}

export function countSpans(count: number): string {
  return count === 1 ? "1 short answer" : `${count} short answers`;
}

function wasOrWere(count: number): string {
  return count === 1 ? "was" : "were";
}
