import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";

import { notifyUndoable, UNDO_SUBMISSION } from "@/components/notify";

import { RecentSubmissions } from "./recentSubmissions";
import { useTakeBack } from "./useTakeBack";

/** The last way back from an answer that was taken back: to the queue. */
export const TO_QUEUE = "annotate";

interface UndoSubmission {
  /** Says that an annotation was submitted just now, and offers to take it back. */
  readonly offer: (annotation: number, message: string) => void;
  /** Takes the latest one back; undefined where there is none, or its minute is over. */
  readonly undo: (() => void) | undefined;
}

/**
 * Taking submissions back, the latest first: by a toast, or for a minute by a key, also after a
 * reload. Each opens as a revision, from where the annotator returns `to` where they came from: the
 * answers that they had taken back before, by their ids, and at last the queue.
 */
export function useUndoSubmission(
  slug: string,
  to: readonly string[] = [TO_QUEUE],
): UndoSubmission {
  const navigate = useNavigate();
  const [store] = useState(() => new RecentSubmissions(slug));
  const [recent, setRecent] = useState(() => store.read(Date.now()));
  const takeAway = useRef<(() => void) | null>(null);
  const last = recent.at(-1) ?? null;
  const { mutate, isPending } = useTakeBack({
    onSuccess: (_answer, annotation) => {
      // What was submitted while this was under way can still be taken back.
      if (last?.annotation === annotation) takeAway.current?.();
      store.forget(annotation);
      setRecent(store.read(Date.now()));
      const way = new URLSearchParams(to.map((step) => ["then", step]));
      void navigate(`/annotations/${annotation}?${way.toString()}`);
    },
  });

  useEffect(() => {
    if (last === null) return;
    const timer = setTimeout(() => {
      takeAway.current?.();
      setRecent(store.read(Date.now()));
    }, last.until - Date.now());
    return () => {
      clearTimeout(timer);
    };
  }, [last, store]);

  return {
    offer: (annotation, message) => {
      takeAway.current?.();
      store.keep(annotation, Date.now());
      setRecent(store.read(Date.now()));
      takeAway.current = notifyUndoable(message, () => mutate(annotation), UNDO_SUBMISSION);
    },
    undo:
      last === null
        ? undefined
        : () => {
            if (!isPending) mutate(last.annotation);
          },
  };
}
