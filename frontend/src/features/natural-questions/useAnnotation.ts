import {
  type ActionDispatch,
  useEffect,
  useEffectEvent,
  useReducer,
  useRef,
  useState,
} from "react";

import type { SaveState } from "@/annotating/draftKeeper";
import { useActiveTime, type ActiveTimer } from "@/annotating/useActiveTime";
import { openDraft, useDraftSession, type SubmitContext } from "@/annotating/useDraftSession";
import { reviseAnnotation, saveRevisionDraft } from "@/api/annotations";
import { saveDraft, submitAnswer } from "@/api/assignments";
import type { WorkingTime } from "@/api/longFormTypes";
import type {
  ActiveSeconds,
  Assignment,
  Draft,
  NaturalQuestionsAssignment,
  Page,
  Stage,
  Submitted,
} from "@/api/types";

import {
  annotationReducer,
  beginAnnotation,
  type Annotation,
  type AnnotationAction,
} from "./annotation";
import { DRAFTS, fromDraft, toDraft, toWire } from "./wire";

/** The review is a look back, and its time counts for none. */
const TIMED_STAGES = ["question", "long_answer", "short_answer"] as const;

export interface AnnotationSession {
  readonly annotation: Annotation;
  readonly dispatch: ActionDispatch<[AnnotationAction]>;
  readonly page: Page | null;
  /** The question was called good, and there is no page for it. */
  readonly pageMissing: boolean;
  readonly saveState: SaveState<NaturalQuestionsAssignment>;
  readonly timer: ActiveTimer<keyof ActiveSeconds>;
  /** `retrying` while the server does not answer. */
  readonly submitting: "no" | "yes" | "retrying";
  readonly submit: () => void;
  readonly resolveConflict: (choice: "mine" | "theirs") => void;
  /** The assignment's time ran out, so its slot may be somebody else's. */
  readonly expired: boolean;
  readonly problem: string | null;
  readonly time: WorkingTime;
  /** The question was taken up again: another period of time runs. */
  readonly takeUp: (assignment: Pick<Assignment, "time" | "state">) => void;
}

export interface SessionOptions {
  readonly assignment: NaturalQuestionsAssignment;
  /** False while the assignment is only reserved: nothing is saved until it is the caller's. */
  readonly claimed: boolean;
  readonly onSubmitted: (annotation: Submitted) => void;
  /** The answer to the submission is to bring the next assignment. */
  readonly takesNext?: boolean;
  /** Why a submitted answer is changed; nothing for a first one. */
  readonly reason?: string;
}

function begin(draft: Draft | null, page: Page | null): Annotation {
  return beginAnnotation(fromDraft(draft, page?.candidates ?? []), draft?.stage);
}

function ignore(): void {
  // Nothing is changed.
}

function timedStage(stage: Stage): keyof ActiveSeconds | null {
  return stage === "review" ? null : stage;
}

/** One assignment from the first look at the question to its submission. */
export function useAnnotation(options: SessionOptions): AnnotationSession {
  const { assignment, takesNext = false } = options;
  const reason = options.reason?.trim() ?? "";
  const [opened] = useState(() => openDraft(assignment, DRAFTS));
  const [first] = useState(() => begin(opened.draft, assignment.page));
  const [annotation, dispatch] = useReducer(annotationReducer, first);
  const [page, setPage] = useState(assignment.page);
  const [pageMissing, setPageMissing] = useState(false);
  const [time, setTime] = useState(assignment.time);
  const { answer, stage } = annotation;
  const before = opened.draft?.active_seconds ?? null;
  const timer = useActiveTime(TIMED_STAGES, timedStage(stage), before);
  const kept = useRef({ answer, stage });

  const session = useDraftSession<NaturalQuestionsAssignment, Submitted>({
    assignment,
    opened,
    kind: DRAFTS,
    claimed: options.claimed,
    save: (draft, revising) =>
      revising === null
        ? saveDraft(assignment.id, draft, { keepalive: true, page })
        : saveRevisionDraft(revising, draft, { keepalive: true }),
    readDraft: () => toDraft(answer, stage, timer.read()),
    mayBeat: () => timer.isActive() && answer.quality !== null,
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
  });

  const keepNow = useEffectEvent((soon: boolean) => {
    session.keep(toDraft(answer, stage, timer.read()), { soon });
  });
  useEffect(() => {
    if (kept.current.answer === answer && kept.current.stage === stage) return;
    const soon = kept.current.stage !== stage;
    kept.current = { answer, stage };
    keepNow(soon);
  }, [answer, stage]);

  const send = ({ idempotencyKey, version, revising }: SubmitContext) => {
    const sent = { ...toWire(answer), version, active_seconds: timer.read() };
    return revising === null
      ? submitAnswer(assignment.id, sent, idempotencyKey, { takesNext })
      : reviseAnnotation(revising, { ...sent, reason }, idempotencyKey);
  };
  const submit = () => {
    if (assignment.revising !== null && reason === "") {
      session.setProblem("Say why you are changing the answer.");
      return;
    }
    session.submit({ answer: JSON.stringify({ ...toWire(answer), reason }), send });
  };

  const { saveState, submitting, resolveConflict, expired, problem } = session;
  return {
    annotation,
    // What is changed while the answer is under way would be lost once it has arrived.
    dispatch: submitting === "no" ? dispatch : ignore,
    page,
    pageMissing,
    saveState,
    timer,
    submitting,
    submit,
    resolveConflict,
    expired,
    problem,
    time,
    takeUp: (taken) => {
      setTime(taken.time);
      session.setExpired(taken.state === "expired");
    },
  };
}
