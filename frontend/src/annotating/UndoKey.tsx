import { useEffect, useEffectEvent } from "react";

import { belongsToFocus, isCovered, undoKey } from "./keys";

/** Takes the last submission back by key where no question listens for it. */
export function UndoKey({ onUndo }: { onUndo: (() => void) | undefined }) {
  const listen = useEffectEvent((event: KeyboardEvent) => {
    if (undoKey(event) !== "undo" || belongsToFocus(event) || isCovered()) return;
    event.preventDefault();
    onUndo?.();
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      listen(event);
    };
    window.addEventListener("keydown", onKey);
    return () => {
      window.removeEventListener("keydown", onKey);
    };
  }, []);
  return null;
}
