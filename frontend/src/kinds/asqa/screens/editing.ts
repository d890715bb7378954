import { goBack, goForth, NO_HISTORY, remember, type UndoHistory } from "@/annotating/undoHistory";
import type { KnowledgePiece } from "@/api/types";

import type { LongFormContent } from "../types";
import { letterChange, runsOn, type LetterChange } from "./typing";

/** A piece that was taken out, and where it was. */
interface RemovedPiece {
  readonly piece: KnowledgePiece;
  readonly position: number;
}

/** What is being written, with all that can be undone. */
export interface Editing extends UndoHistory<LongFormContent> {
  readonly content: LongFormContent;
  /** The piece that was removed last, as long as undoing did not touch it. */
  readonly removed: RemovedPiece | null;
  /** The letter that was typed last, when nothing else was changed since. */
  readonly letter: LetterChange | null;
}

export type EditingAction =
  | { readonly type: "change"; readonly changes: Partial<LongFormContent> }
  | { readonly type: "add_piece"; readonly piece: KnowledgePiece }
  | { readonly type: "remove_piece"; readonly position: number }
  | { readonly type: "bring_back" }
  | { readonly type: "undo" }
  | { readonly type: "redo" }
  | { readonly type: "restore"; readonly content: LongFormContent };

/** What is shown when an answer is opened: there is nothing to undo. */
export function beginEditing(content: LongFormContent): Editing {
  return { content, ...NO_HISTORY, removed: null, letter: null };
}

export function editingReducer(state: Editing, action: EditingAction): Editing {
  const { knowledge } = state.content;
  switch (action.type) {
    case "change":
      return change(state, action.changes);
    case "add_piece":
      return change(state, { knowledge: [...knowledge, action.piece] });
    case "remove_piece": {
      const { position } = action;
      const piece = knowledge[position];
      if (!piece) return state;
      const left = change(state, { knowledge: knowledge.toSpliced(position, 1) });
      return { ...left, removed: { piece, position } };
    }
    case "bring_back": {
      if (!state.removed) return state;
      const { piece, position } = state.removed;
      const back = change(state, { knowledge: knowledge.toSpliced(position, 0, piece) });
      return { ...back, removed: null };
    }
    case "undo":
      return travel(state, goBack);
    case "redo":
      return travel(state, goForth);
    case "restore":
      return beginEditing(action.content);
  }
}

function change(state: Editing, changes: Partial<LongFormContent>): Editing {
  const { content: before } = state;
  const content = { ...before, ...changes };
  if (PARTS.every((part) => content[part] === before[part])) return state;
  const isText = PARTS.every((part) => isTextOf(part) || content[part] === before[part]);
  const letter = isText ? letterChange(before.long_form_answer, content.long_form_answer) : null;
  // Letters in a row are one step, up to the end of a word.
  const runs = state.letter !== null && letter !== null && runsOn(state.letter, letter);
  const history = runs ? { past: state.past, future: [] } : remember(state, before);
  return { ...state, ...history, content, letter };
}

function travel(state: Editing, go: typeof goBack<LongFormContent>): Editing {
  const to = go(state, state.content);
  return to ? { ...to.history, content: to.step, removed: null, letter: null } : state;
}

const PARTS = ["long_form_answer", "knowledge", "acknowledged_missing", "concern"] as const;
type Part = (typeof PARTS)[number];

function isTextOf(part: Part): boolean {
  return part === "long_form_answer";
}

const NAMES: Record<Part, string> = {
  long_form_answer: "The text",
  knowledge: "The knowledge",
  acknowledged_missing: "What was confirmed",
  concern: "The concern",
};

/** Says what an undo or a redo has changed, for those who do not see it. */
export function describeTravel(before: LongFormContent, after: LongFormContent): string {
  const changed = PARTS.filter((part) => before[part] !== after[part]);
  return changed.map((part) => `${NAMES[part]} changed back.`).join(" ");
}
