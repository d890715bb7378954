import { useReducer } from "react";

import { anchorOf } from "@/anchoring/anchoredPiece";
import { keepTyped, readKept, type TypedPassage } from "@/annotating/keptTyping";
import type { AnnotationScreenProps } from "@/annotating/screen";
import type { KnowledgePiece } from "@/api/types";
import { notifyDone } from "@/components/notify";
import type { Place } from "@/long-form/presence";

import type { LongFormAssignment } from "../types";
import type { Passage } from "./analysis";
import {
  beginPassage,
  isUnfinished,
  MOST_PIECES,
  placeOf,
  readPiece,
  type PlacedPiece,
} from "./knowledge";
import {
  beginScreen,
  screenReducer,
  type OpenDialog,
  type ScreenAction,
  type ScreenState,
} from "./screenState";
import type { LongFormSession } from "./useLongForm";

/** What is on the screen besides the answer, and what changes it. */
export interface Screen {
  readonly state: ScreenState;
  readonly act: (action: ScreenAction) => void;
  readonly change: (changes: Partial<ScreenState>) => void;
  readonly open: (dialog: OpenDialog | null) => void;
  /** Whether a piece is being changed: its position must not shift. */
  readonly isChanging: boolean;
  readonly beginPiece: (piece?: PlacedPiece) => void;
  /** Brings the piece back that was removed last. */
  readonly bringBack: () => void;
  readonly typePassage: (typed: TypedPassage | null) => void;
  readonly typeConcern: (typed: string | null) => void;
  /** Leads to what is typed but not kept, which a submission would leave behind; else false. */
  readonly remindOfTyped: () => boolean;
  /** What a piece says, as its page shows it. */
  readonly read: (piece: KnowledgePiece) => string;
  readonly showInPage: (piece: KnowledgePiece) => void;
  readonly showPassage: (passage: Passage) => void;
  readonly showPlace: (place: Place, takesFocus?: boolean) => void;
}

export function useScreen(
  { assignment, target }: AnnotationScreenProps<LongFormAssignment>,
  { content, dispatch }: Pick<LongFormSession, "content" | "dispatch">,
): Screen {
  const { pages } = assignment;
  const { storeKey } = target;
  const { knowledge } = content;
  const [state, act] = useReducer(screenReducer, null, () =>
    beginScreen({
      pages,
      knowledge,
      passage: readKept(storeKey, "passage"),
      concern: readKept(storeKey, "concern"),
    }),
  );
  const { passage } = state;
  const position = passage && placeOf(passage, knowledge);
  const isChanging = typeof position === "number";

  const change = (changes: Partial<ScreenState>) => act({ type: "change", changes });
  const open = (dialog: OpenDialog | null) => change({ dialog });
  const showInPage = (piece: KnowledgePiece) => {
    const [span] = anchorOf(piece, piece.page);
    const place = pages.findIndex(({ id }) => id !== null && id === piece.page);
    if (span && place >= 0) act({ type: "lead", lead: { kind: "page", position: place, span } });
  };
  return {
    state,
    act,
    change,
    open,
    isChanging,
    beginPiece: (piece) => {
      const isFull = !piece && knowledge.length >= MOST_PIECES;
      if (isFull || isChanging) return;
      const begun = piece ? null : passage;
      change({ passage: begun ?? beginPassage(pages, piece), lead: { kind: "passage" } });
    },
    bringBack: () => {
      if (!isChanging) dispatch({ type: "bring_back" });
    },
    typePassage: (typed) => {
      change({ passage: typed });
      keepTyped(storeKey, "passage", typed);
    },
    typeConcern: (typed) => {
      change({ concern: typed });
      keepTyped(storeKey, "concern", typed);
    },
    remindOfTyped: () => {
      const concern = state.concern?.trim() ?? content.concern;
      if (passage && isUnfinished(passage, isChanging ? knowledge[position] : undefined, pages)) {
        act({ type: "lead", lead: { kind: "passage" } });
        notifyDone("Add or cancel the passage that you are typing, then submit.");
      } else if (concern !== content.concern) {
        open("concern");
        notifyDone("Keep or clear the concern that you are typing, then submit.");
      } else return false;
      return true;
    },
    read: (piece) => readPiece(piece, state.views),
    showInPage,
    showPassage: (shown) => {
      act({ type: "show", passage: shown });
      const piece = shown.kind === "knowledge" ? knowledge[shown.piece] : undefined;
      if (piece) showInPage(piece);
    },
    showPlace: (place, takesFocus = true) => {
      act({ type: "lead", lead: { kind: "place", place, takesFocus } });
    },
  };
}
