import type { KnowledgePiece } from "@/api/types";

import type { StoreKey } from "./draftStore";

/** What was typed in a form and isn’t part of the draft yet. */
interface Typing {
  readonly passage: TypedPassage;
  readonly concern: string;
}

const FORMS: readonly (keyof Typing)[] = ["passage", "concern"];

export interface TypedPassage {
  /** The position of the piece that is being changed, or a new one. */
  readonly position: number | "new";
  /** The piece that is being changed: its position shifts with another version. Null if new. */
  readonly piece: KnowledgePiece | null;
  readonly content: string;
  /** The number of the page that was chosen, or what stands for none of them. */
  readonly source: string;
  readonly otherTitle: string;
}

function nameOf(key: StoreKey, form: keyof Typing): string {
  return `plumbline:${form}:${key}`;
}

/** What was being typed when this tab was loaded again, or null. */
export function readKept<Form extends keyof Typing>(
  key: StoreKey,
  form: Form,
): Typing[Form] | null {
  try {
    const kept: unknown = JSON.parse(window.sessionStorage.getItem(nameOf(key, form)) ?? "null");
    return kept as Typing[Form] | null;
  } catch {
    return null;
  }
}

/** Keep what is being typed until it is part of the draft; null forgets it. */
export function keepTyped<Form extends keyof Typing>(
  key: StoreKey,
  form: Form,
  typed: Typing[Form] | null,
): void {
  try {
    const name = nameOf(key, form);
    if (typed === null) window.sessionStorage.removeItem(name);
    else window.sessionStorage.setItem(name, JSON.stringify(typed));
  } catch {
    // A full or forbidden storage only loses it when the page is loaded again.
  }
}

/** Whether something was typed in a form of this assignment. */
export function hasTyping(key: StoreKey): boolean {
  return FORMS.some((form) => readKept(key, form) !== null);
}

/** Forget all that was typed in forms of this assignment. */
export function forgetTyping(key: StoreKey): void {
  for (const form of FORMS) keepTyped(key, form, null);
}

/** Go on in another assignment with what was typed in forms of this one. */
export function moveTyping(from: StoreKey, to: StoreKey): void {
  for (const form of FORMS) keepTyped(to, form, readKept(from, form));
  forgetTyping(from);
}
