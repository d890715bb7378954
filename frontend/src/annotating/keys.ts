/** Whether a key goes into a field. */
export function isTyping({ target }: Pick<KeyboardEvent, "target">): boolean {
  return (
    target instanceof Element &&
    target.closest("input, textarea, select, [contenteditable]") !== null
  );
}

/** Whether a key is meant for what has the focus: a field, a button, a dialog. */
export function belongsToFocus(event: KeyboardEvent): boolean {
  const target = event.target;
  // The page's frame has elements of another window; its links are not to be followed.
  if (!(target instanceof Element)) return false;
  if (isTyping(event) || target.closest("[role=dialog], [role=menu]")) return true;
  const presses = event.key === "Enter" || event.key === " ";
  return presses && !event.ctrlKey && target.closest("button, a[href], summary") !== null;
}

/** Whether a key opens the search in the page. */
export function isSearchKey(event: KeyboardEvent): boolean {
  return ["/", "Ctrl+f"].includes(keyName(event));
}

/** The character that a key types into a field; "" where it types none. */
export function typedBy(event: KeyboardEvent): string {
  const isAlone = !event.ctrlKey && !event.metaKey && !event.altKey;
  const types = isAlone || event.getModifierState("AltGraph");
  return types && Array.from(event.key).length === 1 ? event.key : "";
}

/** Whether a dialog or a menu lies over the stage. */
export function isCovered(): boolean {
  return document.querySelector("[role=dialog], [role=menu]") !== null;
}

/**
 * `k`, `Ctrl+Z`, `Ctrl+Shift+Z`: letters in one case, Command as Ctrl. Shift alone is left out, and
 * so is AltGr, which reports Ctrl and Alt.
 */
export function keyName(event: KeyboardEvent): string {
  const key = plainKey(event);
  if (event.getModifierState("AltGraph")) return key;
  if (!event.ctrlKey && !event.metaKey) return event.altKey ? `Alt+${key}` : key;
  return `Ctrl+${event.shiftKey ? "Shift+" : ""}${key}`;
}

/**
 * A letter or sign of another script than the Latin one. Marks of no script, such as a bare accent,
 * go with Latin letters.
 */
const FOREIGN = /[^\P{L}\p{Script=Latin}]|[^\P{M}\p{Script=Latin}\p{Script=Inherited}]/u;
/** What keyboards have in place of digits without Shift: French signs, letters, other digits. */
const NO_DIGIT = /[&"'(§!_-]|[^\P{L}\p{ASCII}]|[^\P{Nd}\p{ASCII}]/u;

/**
 * The key's character. Where the layout has no Latin letter there (Cyrillic, Hebrew, Thai, Hindi),
 * or no digit without Shift (French, Persian), it is the one at the key's place on an American
 * keyboard. A key may type two characters, as one in Arabic does.
 */
function plainKey({ key, code, shiftKey }: KeyboardEvent): string {
  const letter = /^Key([A-Z])$/.exec(code)?.[1];
  if (letter !== undefined && FOREIGN.test(key)) return letter.toLowerCase();
  const digit = /^Digit(\d)$/.exec(code)?.[1];
  if (digit !== undefined && !shiftKey && (NO_DIGIT.test(key) || FOREIGN.test(key))) return digit;
  return key.length === 1 ? key.toLowerCase() : key;
}

/** Which way through the changes a key leads: `Ctrl+Z` back, `Ctrl+Shift+Z` and `Ctrl+Y` forth. */
export function undoKey(event: KeyboardEvent): "undo" | "redo" | null {
  const key = keyName(event);
  if (key === "Ctrl+z") return "undo";
  return key === "Ctrl+Shift+z" || key === "Ctrl+y" ? "redo" : null;
}
