import { belongsToFocus, isCovered, undoKey } from "./keys";
import { useKeydown } from "./useKeys";

/** Takes the last submission back by key where no question listens for it. */
export function UndoKey({ onUndo }: { onUndo: (() => void) | undefined }) {
  useKeydown((event) => {
    if (undoKey(event) !== "undo" || belongsToFocus(event) || isCovered()) return;
    event.preventDefault();
    onUndo?.();
  });
  return null;
}
