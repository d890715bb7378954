import type { PageView } from "@/anchoring/pageView";
import type { TokenSpan } from "@/anchoring/spans";
import type { TypedPassage } from "@/annotating/keptTyping";
import type { LeaveAction } from "@/annotating/LeaveMenu";
import type { KnowledgePiece, VisitedPage } from "@/api/types";
import type { Place } from "@/long-form/presence";

import type { Passage, Shown } from "./analysis";
import { pagesOf } from "./knowledge";

/** Where the annotator was led last. A new one leads there again, though it says the same. */
export type Lead =
  | { readonly kind: "text" }
  /** A stretch of the text; without the focus, so that the next key is not typed into it. */
  | { readonly kind: "place"; readonly place: Place; readonly takesFocus: boolean }
  /** The passage that is being typed. */
  | { readonly kind: "passage" }
  | { readonly kind: "decision"; readonly number: number }
  | { readonly kind: "page"; readonly position: number; readonly span: TokenSpan };

export type OpenDialog = "keys" | "concern" | LeaveAction;

/** What is on the screen besides the answer. */
export interface ScreenState {
  readonly dialog: OpenDialog | null;
  /** The pages take the place of the disambiguations. */
  readonly large: boolean;
  readonly lead: Lead | null;
  readonly shown: Shown | null;
  /** The position of the page in front, and of all that were opened. */
  readonly page: number;
  readonly visited: readonly number[];
  /** The views of pages that are open, by the pages' ids. */
  readonly views: ReadonlyMap<number, PageView>;
  /** What is typed in the form of a piece, where that is open. */
  readonly passage: TypedPassage | null;
  /** A concern that is not kept yet; null: nothing was typed. */
  readonly concern: string | null;
  readonly announcement: string;
}

export type ScreenAction =
  | { readonly type: "change"; readonly changes: Partial<ScreenState> }
  | { readonly type: "lead"; readonly lead: Lead }
  | { readonly type: "ask"; readonly number: number }
  | { readonly type: "show"; readonly passage: Passage }
  | { readonly type: "turn_to"; readonly page: number }
  | { readonly type: "open_page"; readonly id: number; readonly view: PageView | null };

/** The screen as it opens, with what was being typed when this tab was loaded again. */
export function beginScreen(opened: {
  readonly pages: readonly VisitedPage[];
  readonly knowledge: readonly KnowledgePiece[];
  readonly passage: TypedPassage | null;
  readonly concern: string | null;
}): ScreenState {
  const { pages, knowledge, passage, concern } = opened;
  const readable = pages.findIndex(({ html_url }) => html_url !== null);
  const page = Math.max(0, readable);
  return {
    dialog: null,
    large: false,
    lead: null,
    shown: null,
    page,
    // The text of knowledge is shown as it stands in its page.
    visited: [page, ...pagesOf(knowledge, pages)],
    views: new Map(),
    passage: passage?.content.trim() === "" ? null : passage,
    concern,
    announcement: "",
  };
}

export function screenReducer(state: ScreenState, action: ScreenAction): ScreenState {
  switch (action.type) {
    case "change":
      return { ...state, ...action.changes };
    case "lead":
      return lead(state, action.lead);
    case "ask":
      return lead({ ...state, large: false }, { kind: "decision", number: action.number });
    case "show": {
      const { passage } = action;
      const large = state.large && passage.kind !== "disambiguation";
      return { ...state, large, shown: { ...passage, times: (state.shown?.times ?? 0) + 1 } };
    }
    case "turn_to":
      return turnTo(state, action.page);
    case "open_page": {
      const views = new Map(state.views);
      if (action.view) views.set(action.id, action.view);
      else views.delete(action.id);
      return { ...state, views };
    }
  }
}

function lead(state: ScreenState, to: Lead): ScreenState {
  const led = { ...state, lead: to };
  return to.kind === "page" ? turnTo(led, to.position) : led;
}

function turnTo(state: ScreenState, page: number): ScreenState {
  const { visited } = state;
  return { ...state, page, visited: visited.includes(page) ? visited : [...visited, page] };
}
