import {
  type ActionDispatch,
  useCallback,
  useEffect,
  useEffectEvent,
  useReducer,
  useRef,
  useState,
} from "react";

import type { DraftSession } from "@/annotating/draftSession";
import { ofKind } from "@/annotating/draftTarget";
import type { AnnotationScreenProps } from "@/annotating/screen";
import { useActiveTime, type ActiveTimer } from "@/annotating/useActiveTime";
import { openDraft, useDraftSession } from "@/annotating/useDraftSession";
import type { Reason } from "@/annotating/useReason";
import { useTimeLeft, type TimeLeft } from "@/annotating/useTimeLeft";
import type { ApiError } from "@/api/errors";

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

export interface LongFormSession extends Omit<
  DraftSession<LongFormAssignment, LongFormContent>,
  "submit"
> {
  readonly content: LongFormContent;
  /** What can be undone and redone, and the piece that can be brought back. */
  readonly editing: Editing;
  readonly dispatch: ActionDispatch<[EditingAction]>;
  readonly change: (changes: Partial<LongFormContent>) => void;
  readonly timer: ActiveTimer<"writing">;
  readonly timeLeft: TimeLeft;
  /** Nothing can be changed: the answer is under way, or another tab was quicker. */
  readonly takesNothing: boolean;
  /** The disambiguations to decide on before the answer can be submitted; null: none. */
  readonly asked: Asked | null;
  readonly submit: () => void;
  /** Confirms that the text says a short answer in other words, or takes that back. */
  readonly toggleConfirmed: (number: number) => void;
}

interface LongFormOptions {
  readonly screen: AnnotationScreenProps<LongFormAssignment>;
  readonly reason: Reason;
  /** Short answers are missing: the annotator is to decide on these disambiguations. */
  readonly onAsked: (numbers: readonly number[]) => void;
}

/** One ambiguous question's answer, from its opening to its submission. */
export function useLongForm({ screen, reason, onAsked }: LongFormOptions): LongFormSession {
  const { assignment } = screen;
  const [opened] = useState(() => openDraft(assignment, DRAFTS, screen.target));
  const [first] = useState(() => beginEditing(contentOf(opened.draft)));
  const [editing, dispatch] = useReducer(editingReducer, first);
  const { content } = editing;
  const timeLeft = useTimeLeft(assignment);
  const [asked, setAsked] = useState<Asked | null>(null);
  const timer = useActiveTime(STAGES, "writing", opened.draft?.active_seconds ?? null);
  const kept = useRef(content);
  const measure = () => ({ active_seconds: timer.read() });
  const toDraft = (): LongFormDraft => ({ ...content, ...measure() });

  const session = useDraftSession({
    ...screen,
    target: ofKind(screen.target, "asqa"),
    opened,
    kind: DRAFTS,
    reason,
    readDraft: toDraft,
    complete: (answer: LongFormContent) => ({ ...answer, ...measure() }),
    mayBeat: timer.isActive,
    hasWorked: () => timer.isPresent() && !isEmpty(content),
    onSaved: timeLeft.note,
    onRestore: (draft) => {
      const shown = contentOf(draft);
      kept.current = shown;
      dispatch({ type: "restore", content: shown });
    },
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
    onAsked(numbers);
  };
  const onRefused = (error: ApiError): boolean => {
    const numbers = readMissing(error);
    if (numbers !== null) ask(numbers);
    return numbers !== null;
  };

  const takesNothing = session.submitting !== "no" || session.saveState.kind === "closed";
  const submit = () => {
    if (takesNothing || !session.isReady()) return;
    if (isEmpty(content)) {
      session.say("Write an answer first, or raise a concern about the disambiguations.");
      return;
    }
    const confirmed = content.acknowledged_missing;
    const missing = missingIn(content.long_form_answer, assignment.disambiguations);
    const open = missing.filter((number) => !confirmed.includes(number));
    if (open.length > 0) ask(open);
    else session.submit(content, { onRefused });
  };
  const toggleConfirmed = (number: number) => {
    const confirmed = new Set(content.acknowledged_missing);
    if (!confirmed.delete(number)) confirmed.add(number);
    change({ acknowledged_missing: [...confirmed].sort((a, b) => a - b) });
  };

  return {
    ...session,
    content,
    editing,
    dispatch,
    change,
    timer,
    timeLeft,
    takesNothing,
    asked,
    submit,
    toggleConfirmed,
  };
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
