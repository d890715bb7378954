import { type MouseEvent, useEffect, useEffectEvent } from "react";

import { belongsToFocus, isCovered, keyName } from "./keys";

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
    window.addEventListener("keydown", listen);
    return () => {
      window.removeEventListener("keydown", listen);
    };
  }, []);
}

/** Takes the focus out of a field, so that single keys work again. */
export function leaveField(): void {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
}

/** After a click the next key is meant for the page, and not for the button; after Tab it stays. */
export function leaveClicked(event: MouseEvent<HTMLElement>): void {
  if (event.detail > 0) event.currentTarget.blur();
}
