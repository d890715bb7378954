import type { LeaveAction } from "@/annotating/LeaveMenu";

import type { Stage } from "../types";
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

export const FIRST_SCREEN: ScreenState = {
  dialog: null,
  page: "waiting",
  focused: null,
  section: null,
  offered: null,
  untaken: null,
};

/** The changes of one click, key or step. Another page has no box under the cursor yet. */
export function screenReducer(state: ScreenState, changes: Partial<ScreenState>): ScreenState {
  return { ...state, ...(changes.page && { focused: null }), ...changes };
}

export function toolsOf({ page }: ScreenState): PageTools | null {
  return typeof page === "string" ? null : page;
}

/** Why marking is offered; an offer ends with the visit of its stage and its box. */
export function offerAt({ offered }: ScreenState, visit: Visit): "tapped" | "found" | null {
  return offered?.visit === visit ? offered.why : null;
}
