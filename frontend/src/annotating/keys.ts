/** Whether a key is meant for what has the focus: a field, a button, a dialog. */
export function belongsToFocus(event: KeyboardEvent): boolean {
  const target = event.target;
  // The page's frame has elements of another window; its links are not to be followed.
  if (!(target instanceof Element)) return false;
  if (target.closest("input, textarea, select, [contenteditable], [role=dialog], [role=menu]")) {
    return true;
  }
  const presses = event.key === "Enter" || event.key === " ";
  return presses && !event.ctrlKey && target.closest("button, a[href], summary") !== null;
}

/** Whether a dialog or a menu lies over the stage. */
export function isCovered(): boolean {
  return document.querySelector("[role=dialog], [role=menu]") !== null;
}

/** `k`, `Ctrl+Z`, `Ctrl+Shift+Z`: letters in one case, Command as Ctrl. Shift alone is left out. */
export function keyName(event: KeyboardEvent): string {
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (!event.ctrlKey && !event.metaKey) return event.altKey ? `Alt+${key}` : key;
  return `Ctrl+${event.shiftKey ? "Shift+" : ""}${key}`;
}

/** Which way through the changes a key leads: `Ctrl+Z` back, `Ctrl+Shift+Z` and `Ctrl+Y` forth. */
export function undoKey(event: KeyboardEvent): "undo" | "redo" | null {
  const key = keyName(event);
  if (key === "Ctrl+z") return "undo";
  return key === "Ctrl+Shift+z" || key === "Ctrl+y" ? "redo" : null;
}
