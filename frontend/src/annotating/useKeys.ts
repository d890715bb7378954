import { type MouseEvent, useEffect, useEffectEvent } from "react";

import { belongsToFocus, isCovered, isTyping, keyName, typedBy } from "./keys";

/** What keys do, by their names: `n`, `ArrowRight`, `Ctrl+Enter`. */
export type KeyCommands = Readonly<Partial<Record<string, () => void>>>;

interface KeyListener {
  /** For keys that are pressed in a frame. */
  readonly onFrameKey: (event: KeyboardEvent) => void;
}

/**
 * Single keys, unless a field or a dialog has them; `inFields` also work in fields. Holding a key
 * down does it once.
 */
export function useKeys(commands: KeyCommands, inFields: KeyCommands = {}): KeyListener {
  const handle = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.repeat || isCovered()) return;
    const name = keyName(event);
    const command = inFields[name] ?? (belongsToFocus(event) ? undefined : commands[name]);
    if (!command) return;
    event.preventDefault();
    command();
  };
  useKeydown(handle);
  return { onFrameKey: handle };
}

/** Hears every key that is pressed outside of frames, with what the latest rendering knows. */
export function useKeydown(handle: (event: KeyboardEvent) => void): void {
  const onKey = useEffectEvent(handle);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      // Its keys choose among characters.
      if (!event.isComposing) onKey(event);
    };
    const listening = new AbortController();
    window.addEventListener("keydown", listen, { signal: listening.signal });
    keepHeldKeysOut(listening.signal);
    return () => {
      listening.abort();
    };
  }, []);
}

/** A key that has put the focus in a field types nothing there as long as it is held. */
function keepHeldKeysOut(signal: AbortSignal): void {
  /** Whether no key has gone down since the focus moved. */
  let isFresh = false;
  const handle = (event: KeyboardEvent) => {
    if (!event.repeat) isFresh = false;
    else if (isFresh && isTyping(event) && typedBy(event) !== "") event.preventDefault();
  };
  // Before the field itself hears of the key; frames move the focus by keys that are not heard here.
  window.addEventListener("keydown", handle, { capture: true, signal });
  window.addEventListener(
    "focusin",
    () => {
      isFresh = true;
    },
    { signal },
  );
}

/** Takes the focus out of a field, so that single keys work again. */
export function leaveField(): void {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
}

/** After a click the next key is meant for the page, and not for the button; after Tab it stays. */
export function leaveClicked(event: MouseEvent<HTMLElement>): void {
  if (event.detail > 0) event.currentTarget.blur();
}
