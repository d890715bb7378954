import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useNavigate } from "react-router";

import { notifyUndoable } from "@/components/notify";

import { LastSubmission } from "./lastSubmission";
import { useTakeBack } from "./useTakeBack";

interface UndoSubmission {
  /** Says that an annotation was submitted just now, and offers to take it back. */
  readonly offer: (annotation: number, message: string) => void;
  /** Takes the last one back; undefined where there is none, or its minute is over. */
  readonly undo: (() => void) | undefined;
}

/**
 * Taking the last submission back: by a toast, or for a minute by a key, also after a reload.
 * Either opens the answer again as a revision, from where the annotator returns to the queue.
 */
export function useUndoSubmission(slug: string): UndoSubmission {
  const navigate = useNavigate();
  const [store] = useState(() => new LastSubmission(slug));
  const [last, setLast] = useState(() => store.read(Date.now()));
  const takeAway = useRef<(() => void) | null>(null);
  const forget = useEffectEvent(() => {
    takeAway.current?.();
    store.forget();
    setLast(null);
  });
  const { mutate, isPending } = useTakeBack({
    onSuccess: (_answer, annotation) => {
      // What was submitted while this was under way can still be taken back.
      if (last?.annotation === annotation) {
        takeAway.current?.();
        store.forget();
      }
      void navigate(`/annotations/${annotation}?then=annotate`);
    },
  });

  useEffect(() => {
    if (last === null) return;
    const timer = setTimeout(() => {
      forget();
    }, last.until - Date.now());
    return () => {
      clearTimeout(timer);
    };
  }, [last]);

  return {
    offer: (annotation, message) => {
      takeAway.current?.();
      setLast(store.keep(annotation, Date.now()));
      takeAway.current = notifyUndoable(message, () => {
        mutate(annotation);
      });
    },
    undo:
      last === null
        ? undefined
        : () => {
            if (!isPending) mutate(last.annotation);
          },
  };
}
