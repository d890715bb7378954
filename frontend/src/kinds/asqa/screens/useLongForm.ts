import {
  type ActionDispatch,
  useCallback,
  useEffect,
  useEffectEvent,
  useReducer,
  useRef,
  useState,
} from "react";

import type { SaveState } from "@/annotating/draftKeeper";
import { useActiveTime, type ActiveTimer } from "@/annotating/useActiveTime";
import {
  openDraft,
  useDraftSession,
  type LeaveBy,
  type SubmitContext,
} from "@/annotating/useDraftSession";
import { isReasonMissed } from "@/annotating/useReason";
import type { ApiError } from "@/api/errors";
import type { WorkingTime, Assignment, Submitted } from "@/api/types";

import {
  reviseLongFormAnswer,
  saveLongFormDraft,
  saveLongFormRevisionDraft,
  submitLongFormAnswer,
} from "../requests";
import type { LongFormAssignment, LongFormContent, LongFormDraft } from "../types";
import { missingIn } from "./analysis";
import { contentOf, DRAFTS, isEmpty } from "./drafts";
import { beginEditing, editingReducer, type Editing, type EditingAction } from "./editing";

const STAGES = ["writing"] as const;

/** The disambiguations whose short answers were missed, and in which text. */
export interface Asked {
  readonly numbers: readonly number[];
  readonly text: string;
}

export interface LongFormSession {
  /** Whether the question has been on screen long enough for an answer to be submitted. */
  readonly hasLooked: boolean;
  readonly content: LongFormContent;
  /** What can be undone and redone, and the piece that can be brought back. */
  readonly editing: Editing;
  readonly dispatch: ActionDispatch<[EditingAction]>;
  readonly change: (changes: Partial<LongFormContent>) => void;
  readonly saveState: SaveState<LongFormAssignment>;
  readonly timer: ActiveTimer<"writing">;
  readonly time: WorkingTime;
  /** The slot went back, so the question may be somebody else's. */
  readonly expired: boolean;
  /** `retrying` while the server does not answer. */
  readonly submitting: "no" | "yes" | "retrying";
  /** Nothing can be changed: the answer is under way, or another tab was quicker. */
  readonly takesNothing: boolean;
  readonly problem: string | null;
  /** The disambiguations to decide on before the answer can be submitted; null: none. */
  readonly asked: Asked | null;
  readonly submit: () => void;
  /** Confirms that the text says a short answer in other words, or takes that back. */
  readonly toggleConfirmed: (number: number) => void;
  readonly resolveConflict: (choice: "mine" | "theirs") => void;
  readonly leaveBy: LeaveBy;
  /** The question was taken up again: another period of time runs. */
  readonly takeUp: (assignment: Pick<Assignment, "time" | "state">) => void;
}

interface LongFormOptions {
  readonly assignment: LongFormAssignment;
  /** False while the assignment is only reserved: nothing is saved until it is the caller's. */
  readonly claimed: boolean;
  /** The reservation has ended, and the question is somebody else's by now. */
  readonly ended: boolean;
  readonly onSubmitted: (annotation: Submitted) => void;
  /** See `AnnotationScreenProps`. */
  readonly onSubmissionWaits: (() => boolean) | undefined;
  readonly onSubmissionArrived: ((annotation: Submitted | null) => void) | undefined;
  /** The answer to the submission is to bring the next assignment. */
  readonly takesNext: boolean;
  /** Why a submitted answer is changed; nothing for a first one. */
  readonly reason: string;
  /** Whether a change has to say why. */
  readonly needsReason: boolean;
  /** The server wants a reason after all: see `isReasonMissed`. */
  readonly onReasonMissed: () => void;
  /** Short answers are missing: the annotator is to decide on these disambiguations. */
  readonly onAsked: (numbers: readonly number[]) => void;
}

/** One ambiguous question's answer, from its opening to its submission. */
export function useLongForm(options: LongFormOptions): LongFormSession {
  const { assignment, takesNext } = options;
  const reason = options.reason.trim();
  const [opened] = useState(() => openDraft(assignment, DRAFTS));
  const [first] = useState(() => beginEditing(contentOf(opened.draft)));
  const [editing, dispatch] = useReducer(editingReducer, first);
  const { content } = editing;
  const [time, setTime] = useState<WorkingTime | null>(null);
  const [asked, setAsked] = useState<Asked | null>(null);
  const timer = useActiveTime(STAGES, "writing", opened.draft?.active_seconds ?? null);
  const kept = useRef(content);
  const toDraft = (): LongFormDraft => ({ ...content, active_seconds: timer.read() });

  const session = useDraftSession<LongFormAssignment, Submitted>({
    assignment,
    opened,
    kind: DRAFTS,
    claimed: options.claimed,
    ended: options.ended,
    save: (draft, revising) =>
      revising === null
        ? saveLongFormDraft(assignment.id, draft, { keepalive: isShort(draft) })
        : saveLongFormRevisionDraft(revising, draft, { keepalive: isShort(draft) }),
    readDraft: toDraft,
    mayBeat: timer.isActive,
    hasWorked: () => timer.isPresent() && !isEmpty(content),
    onSaved: (saved) => {
      setTime(saved.time);
    },
    onRestore: (draft) => {
      const shown = contentOf(draft);
      kept.current = shown;
      dispatch({ type: "restore", content: shown });
    },
    onSubmitted: options.onSubmitted,
    onSubmissionWaits: options.onSubmissionWaits,
    onSubmissionArrived: options.onSubmissionArrived,
  });

  const keepNow = useEffectEvent(() => {
    session.keep(toDraft());
  });
  useEffect(() => {
    if (kept.current === content) return;
    kept.current = content;
    keepNow();
  }, [content]);

  const change = useCallback((changes: Partial<LongFormContent>) => {
    dispatch({ type: "change", changes });
  }, []);

  const ask = (numbers: readonly number[]) => {
    setAsked({ numbers, text: content.long_form_answer });
    options.onAsked(numbers);
  };
  const handleRefusal = (error: ApiError): boolean => {
    if (isReasonMissed(error)) options.onReasonMissed();
    const numbers = readMissing(error);
    if (numbers === null) return false;
    ask(numbers);
    return true;
  };

  const send = (submitted: LongFormContent) => {
    session.submit({
      answer: JSON.stringify({ ...submitted, reason }),
      send: ({ idempotencyKey, version, revising }: SubmitContext) => {
        const answer = { ...submitted, version, active_seconds: timer.read() };
        return revising === null
          ? submitLongFormAnswer(assignment.id, answer, idempotencyKey, { takesNext })
          : reviseLongFormAnswer(revising, { ...answer, reason }, idempotencyKey);
      },
      onRefused: handleRefusal,
    });
  };

  const takesNothing = session.submitting !== "no" || session.saveState.kind === "closed";
  const submit = () => {
    if (takesNothing || session.isTooSoon()) return;
    if (isEmpty(content)) {
      session.setProblem("Write an answer first, or raise a concern about the disambiguations.");
      return;
    }
    if (options.needsReason && reason === "") {
      session.setProblem("Say why you are changing the answer.");
      return;
    }
    const confirmed = content.acknowledged_missing;
    const missing = missingIn(content.long_form_answer, assignment.disambiguations);
    const open = missing.filter((number) => !confirmed.includes(number));
    if (open.length > 0) ask(open);
    else send(content);
  };
  const toggleConfirmed = (number: number) => {
    const confirmed = new Set(content.acknowledged_missing);
    if (!confirmed.delete(number)) confirmed.add(number);
    change({ acknowledged_missing: [...confirmed].sort((a, b) => a - b) });
  };

  return {
    hasLooked: session.hasLooked,
    content,
    editing,
    dispatch,
    change,
    saveState: session.saveState,
    timer,
    // That of a question that was only reserved begins once it is the annotator's.
    time: time ?? assignment.time,
    expired: session.expired,
    submitting: session.submitting,
    takesNothing,
    problem: session.problem,
    asked,
    submit,
    toggleConfirmed,
    resolveConflict: session.resolveConflict,
    leaveBy: session.leaveBy,
    takeUp: (taken) => {
      setTime(taken.time);
      session.setExpired(taken.state === "expired");
    },
  };
}

/** Browsers refuse to let a request of more than 64 KiB outlive its page. */
function isShort(draft: LongFormDraft): boolean {
  return JSON.stringify(draft).length < 20_000;
}

/** The disambiguations that the server misses, or null for another refusal. */
function readMissing(error: ApiError): number[] | null {
  const { body } = error;
  if (error.code !== "missing_short_answers") return null;
  if (typeof body !== "object" || body === null || !("missing" in body)) return null;
  if (!Array.isArray(body.missing)) return null;
  const numbers = (body.missing as { disambiguation?: unknown }[]).map(
    ({ disambiguation }) => disambiguation,
  );
  return numbers.filter((number) => typeof number === "number");
}
