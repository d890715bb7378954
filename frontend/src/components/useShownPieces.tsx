import { useState } from "react";

import { anchorOf, shownPiece } from "@/anchoring/anchoredPiece";
import type { PageView } from "@/anchoring/pageView";
import type { KnowledgePiece, VisitedPage } from "@/api/types";

import { UnseenPages } from "./UnseenPages";

type Anchored = Pick<KnowledgePiece, "page" | "start_token" | "end_token">;

/** A way to read pieces as their pages show them, and the pages, out of sight, which it needs. */
export function useShownPieces(pages: readonly VisitedPage[], pieces: readonly Anchored[]) {
  const [views, setViews] = useState<ReadonlyMap<number, PageView>>(new Map());
  // Typed pieces name a page, too, but nothing on it.
  const quoted = pages.filter(({ id }) => pieces.some((piece) => anchorOf(piece, id).length > 0));
  return {
    read: (piece: Anchored & { readonly content: string | null }) =>
      shownPiece(piece, views) ?? piece.content,
    unseenPages: (
      <UnseenPages
        pages={quoted}
        onOpen={(page, view) => setViews((opened) => new Map(opened).set(page, view))}
      />
    ),
  };
}
