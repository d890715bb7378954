import { useEffect, useEffectEvent, useRef, useState } from "react";

import type { DraftSession } from "@/annotating/draftSession";
import type { DraftTarget } from "@/annotating/draftTarget";
import { useActiveTime } from "@/annotating/useActiveTime";
import { openDraft, useDraftSession } from "@/annotating/useDraftSession";
import {
  type ComparisonAnswer,
  type ComparisonDraft,
  type OpenComparison,
  readComparison,
  saveComparisonDraft,
  submitComparison,
} from "@/api/comparisons";

import { type Content, type Complete, completeOf, contentOf, DRAFTS } from "./content";

/** One comparison of the caller's. */
function comparisonTarget(id: number): DraftTarget<OpenComparison, ComparisonAnswer, void> {
  return {
    storeKey: `comparison:${id}`,
    standing: "open",
    back: null,
    isOwnAnnotation: false,
    read: () => readComparison(id),
    save: ({ version, ...draft }) => saveComparisonDraft(id, version, draft),
    submit: (answer, { idempotencyKey }) => submitComparison(id, answer, idempotencyKey),
  };
}

const STAGES = ["comparing"] as const;

export interface ComparisonSession extends Omit<DraftSession<OpenComparison, Complete>, "submit"> {
  readonly content: Content;
  readonly change: (next: (before: Content) => Content) => void;
  /** Submits only a complete comparison. */
  readonly submit: () => void;
}

/** One comparison from its opening to its submission. */
export function useComparison(
  comparison: OpenComparison,
  onSubmitted: () => void,
): ComparisonSession {
  const rows = comparison.disambiguations.length;
  const target = comparisonTarget(comparison.id);
  const [opened] = useState(() => openDraft(comparison, DRAFTS, target));
  const [content, setContent] = useState(() => contentOf(opened.draft, rows));
  const before = opened.draft === null ? null : { comparing: opened.draft.seconds ?? 0 };
  const timer = useActiveTime(STAGES, "comparing", before);
  const kept = useRef(content);
  // Until the next pair comes, the one on screen counts as done.
  const [isDone, setDone] = useState(false);
  const finish = () => {
    setDone(true);
    onSubmitted();
  };
  const measure = () => ({ seconds: timer.read().comparing });
  const toDraft = (): ComparisonDraft => ({ ...content, ...measure() });

  const session = useDraftSession({
    assignment: comparison,
    target,
    opened,
    kind: DRAFTS,
    readDraft: toDraft,
    complete: (answer: Complete) => ({ ...answer, ...measure() }),
    mayBeat: () => false,
    hasWorked: () => false,
    onRestore: (draft) => {
      const shown = contentOf(draft, rows);
      kept.current = shown;
      setContent(shown);
    },
    onSubmitted: finish,
  });

  const keepNow = useEffectEvent(() => {
    session.keep(toDraft());
  });
  useEffect(() => {
    if (kept.current === content) return;
    kept.current = content;
    keepNow();
  }, [content]);

  const isSubmitting = isDone || session.submitting !== "no";
  const change = (next: (before: Content) => Content) => {
    // What is changed while the answer is under way would be lost once it has arrived.
    if (!isSubmitting) setContent(next);
  };

  const submit = () => {
    const complete = completeOf(content);
    if (complete !== null) session.submit(complete);
  };

  return { ...session, content, change, submitting: isDone ? "yes" : session.submitting, submit };
}
