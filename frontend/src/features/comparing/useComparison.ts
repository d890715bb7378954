import { useEffect, useEffectEvent, useRef, useState } from "react";

import type { SaveState } from "@/annotating/draftKeeper";
import { useActiveTime } from "@/annotating/useActiveTime";
import { openDraft, useDraftSession } from "@/annotating/useDraftSession";
import {
  type ComparisonDraft,
  type OpenComparison,
  readComparison,
  saveComparisonDraft,
  submitComparison,
} from "@/api/comparisons";

import { type Content, completeOf, contentOf, DRAFTS } from "./content";

const STAGES = ["comparing"] as const;

export interface ComparisonSession {
  /** Whether the pair has been on screen long enough for a comparison to be submitted. */
  readonly hasLooked: boolean;
  readonly content: Content;
  readonly change: (next: (before: Content) => Content) => void;
  readonly saveState: SaveState<OpenComparison>;
  /** `retrying` while the server does not answer. */
  readonly submitting: "no" | "yes" | "retrying";
  readonly problem: string | null;
  /** Submits only a complete comparison. */
  readonly submit: () => void;
  readonly resolveConflict: (choice: "mine" | "theirs") => void;
}

/** One comparison from its opening to its submission. */
export function useComparison(
  comparison: OpenComparison,
  onSubmitted: () => void,
): ComparisonSession {
  const rows = comparison.disambiguations.length;
  const [opened] = useState(() => openDraft(comparison, DRAFTS));
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
  const toDraft = (): ComparisonDraft => ({ ...content, seconds: timer.read().comparing });

  const session = useDraftSession<OpenComparison, unknown>({
    assignment: comparison,
    opened,
    kind: DRAFTS,
    claimed: true,
    save: ({ version, ...draft }) => saveComparisonDraft(comparison.id, version, draft),
    readDraft: toDraft,
    readCurrent: () => readComparison(comparison.id),
    mayBeat: () => false,
    onSaved: () => undefined,
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
    if (complete === null) return;
    session.submit({
      answer: JSON.stringify(complete),
      send: ({ idempotencyKey, version }) =>
        submitComparison(
          comparison.id,
          { ...complete, version, seconds: timer.read().comparing },
          idempotencyKey,
        ),
    });
  };

  return {
    hasLooked: session.hasLooked,
    content,
    change,
    saveState: session.saveState,
    submitting: isDone ? "yes" : session.submitting,
    problem: session.problem,
    submit,
    resolveConflict: session.resolveConflict,
  };
}
