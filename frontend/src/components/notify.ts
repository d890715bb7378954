import { notifications } from "@mantine/notifications";
import { createElement } from "react";

import { describeError, fieldErrors } from "@/api/errors";

import { UndoMessage } from "./UndoMessage";

/** A toast with the error's sentence. The same error twice is one toast; see `Toasts`. */
export function notifyError(error: unknown): void {
  const message = Object.values(fieldErrors(error))[0] ?? describeError(error);
  // A second toast with the id of one that is still there is not shown.
  notifications.show({
    id: `error-${message}`,
    color: "brick",
    title: "That did not work",
    message,
  });
}

interface Undoing {
  /** The button's full name, which begins with "Undo". */
  label: string;
  keys?: string;
}

// The button in the header has the short name.
export const UNDO_SUBMISSION: Undoing = { label: "Undo the last submission", keys: "Control+Z" };

/** A toast that says what was done, and offers to take it back. It replaces the one before. */
export function notifyUndoable(
  message: string,
  onUndo: () => void,
  { label, keys }: Undoing,
): () => void {
  const id = `undoable-${Date.now()}`;
  const close = () => {
    notifications.hide(id);
  };
  notifications.show({
    id,
    color: "plumb",
    message: createElement(UndoMessage, {
      message,
      label,
      keys,
      onUndo: () => {
        close();
        onUndo();
      },
    }),
  });
  return close;
}

/** A toast that says what was done; if it `stays`, it goes only when it is closed. */
export function notifyDone(message: string, { stays = false } = {}): void {
  const clock = stays ? { autoClose: false } : {};
  notifications.show({ id: message, color: "plumb", message, ...clock });
}
