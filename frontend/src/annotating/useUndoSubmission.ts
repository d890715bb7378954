import { useCallback, useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";

import { notifyUndoable } from "@/components/notify";

/** Every project lets an answer be taken back for a minute; two seconds are for the way there. */
const UNDO_MS = 58_000;

export interface UndoSubmission {
  /** Offers to take an annotation back that was submitted just now. */
  readonly offer: (annotation: number, question: string) => void;
  /** Takes the last one back; undefined where there is none, or its minute is over. */
  readonly undo: (() => void) | undefined;
}

/**
 * Taking the last submission back: by a toast, or for a minute by a key. Either opens the answer
 * again as a revision, from where the annotator returns to the queue.
 */
export function useUndoSubmission(): UndoSubmission {
  const navigate = useNavigate();
  const [last, setLast] = useState<number | null>(null);
  const takeAway = useRef<(() => void) | null>(null);

  const open = useCallback(
    (annotation: number) => {
      takeAway.current?.();
      void navigate(`/annotations/${annotation}?then=annotate`);
    },
    [navigate],
  );
  const offer = useCallback(
    (annotation: number, question: string) => {
      takeAway.current?.();
      setLast(annotation);
      takeAway.current = notifyUndoable(`Submitted: ${question}`, () => {
        open(annotation);
      });
    },
    [open],
  );

  useEffect(() => {
    if (last === null) return;
    const timer = setTimeout(() => {
      takeAway.current?.();
      setLast(null);
    }, UNDO_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [last]);

  const undo =
    last === null
      ? undefined
      : () => {
          open(last);
        };
  return { offer, undo };
}
