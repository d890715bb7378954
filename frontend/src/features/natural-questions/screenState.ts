import type { LeaveAction } from "@/annotating/LeaveMenu";
import type { Stage } from "@/api/types";

import type { PageTools } from "./pageTools";

/** A visit of a stage with a chosen box: on return there it is another one. */
export interface Visit {
  readonly stage: Stage;
  readonly box: number | null;
}

/** `bad`: why the question is bad after all. */
export type OpenDialog = "keys" | "bad" | LeaveAction;

/** What is on the screen besides the answer. */
export interface ScreenState {
  readonly dialog: OpenDialog | null;
  /** The page once it is open, or that it could not be opened. */
  readonly page: PageTools | "waiting" | "failed";
  /** The box that the cursor is on. */
  readonly focused: number | null;
  /** The section that is being read. */
  readonly section: number | null;
  /** Why a finger is offered to mark what the cursor is on: it was tapped, or found. */
  readonly offered: { readonly visit: Visit; readonly why: "tapped" | "found" } | null;
  /** Why the last click took nothing, or the last key led nowhere. */
  readonly untaken: string | null;
}

export type ScreenAction =
  | { readonly type: "open_dialog"; readonly dialog: OpenDialog | null }
  | { readonly type: "page"; readonly page: ScreenState["page"] }
  | { readonly type: "focus_box"; readonly box: number | null }
  | { readonly type: "read"; readonly section: number | null }
  | { readonly type: "offer"; readonly offered: ScreenState["offered"] }
  /** A click or a key: what was said of the one before is over. */
  | { readonly type: "press" }
  | { readonly type: "leave_untaken"; readonly why: string };

export const FIRST_SCREEN: ScreenState = {
  dialog: null,
  page: "waiting",
  focused: null,
  section: null,
  offered: null,
  untaken: null,
};

export function screenReducer(state: ScreenState, action: ScreenAction): ScreenState {
  switch (action.type) {
    case "open_dialog":
      return { ...state, dialog: action.dialog };
    case "page":
      return { ...state, page: action.page, focused: null };
    case "focus_box":
      return { ...state, focused: action.box };
    case "read":
      return { ...state, section: action.section };
    case "offer":
      return { ...state, offered: action.offered };
    case "press":
      return { ...state, untaken: null };
    case "leave_untaken":
      return { ...state, untaken: action.why };
  }
}

export function toolsOf({ page }: ScreenState): PageTools | null {
  return typeof page === "string" ? null : page;
}

/** Why marking is offered; an offer ends with the visit of its stage and its box. */
export function offerAt({ offered }: ScreenState, visit: Visit): "tapped" | "found" | null {
  return offered?.visit === visit ? offered.why : null;
}
