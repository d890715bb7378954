import { shownPiece } from "@/anchoring/anchoredPiece";
import type { PageView } from "@/anchoring/pageView";
import type { SelectedPassage } from "@/anchoring/passageSelection";
import type { TypedPassage } from "@/annotating/keptTyping";
import type { KnowledgePiece, VisitedPage } from "@/api/types";
import { formatCount } from "@/components/format";

import { isSamePiece } from "./drafts";

/** Characters that the server takes for one piece, and pieces for one answer. */
export const LONGEST_PIECE = 20_000;
export const MOST_PIECES = 100;

/** A piece that was selected in a page. The server makes bytes of its tokens. */
export function selectedPiece(page: VisitedPage, passage: SelectedPassage): KnowledgePiece {
  const { start_token, end_token } = passage.span;
  return { content: passage.text, page_title: page.title, page: page.id, start_token, end_token };
}

/** Characters that the server takes for the title of a page. */
export const LONGEST_TITLE = 500;

/**
 * A piece that was typed or pasted, from one of the pages or from elsewhere. Without tokens it
 * names its page by the title alone; an empty title says nothing of where it is from.
 */
export function typedPiece(content: string, title: string): KnowledgePiece {
  return {
    content: content.trim(),
    page_title: title.trim() === "" ? null : title.trim(),
    page: null,
    start_token: null,
    end_token: null,
  };
}

/** What a piece says: as its page shows it where that is open, else as the file has it. */
export function readPiece(
  piece: KnowledgePiece,
  views: ReadonlyMap<number, Pick<PageView, "shownInRows">>,
): string {
  return shownPiece(piece, views) ?? piece.content;
}

/** Why a piece can't be added to these, or null if it can. */
export function refusalOf(
  knowledge: readonly KnowledgePiece[],
  { content }: KnowledgePiece,
): string | null {
  if (knowledge.length >= MOST_PIECES) {
    return `An answer can have ${MOST_PIECES} pieces. Remove one first.`;
  }
  // The server counts code points, not halves of them.
  const length = Array.from(content).length;
  if (length <= LONGEST_PIECE) return null;
  const most = formatCount(LONGEST_PIECE);
  return `This passage has ${formatCount(length)} characters; a piece can have ${most}. Select less of it.`;
}

/** Whether the same passage is there already. */
export function isKnown(knowledge: readonly KnowledgePiece[], piece: KnowledgePiece): boolean {
  return knowledge.some(
    (known) =>
      known.content === piece.content &&
      known.page === piece.page &&
      known.start_token === piece.start_token,
  );
}

/** The positions of pages that knowledge is from. */
export function pagesOf(
  knowledge: readonly KnowledgePiece[],
  pages: readonly VisitedPage[],
): readonly number[] {
  const ids = new Set(knowledge.map(({ page }) => page));
  return pages.flatMap(({ id }, position) => (id !== null && ids.has(id) ? [position] : []));
}

/** What stands for none of the pages. */
export const ELSEWHERE = "elsewhere";

export interface PlacedPiece {
  readonly position: number;
  readonly piece: KnowledgePiece;
}

/** What the form of a piece begins with; without a piece, that of a new one from the first page. */
export function beginPassage(pages: readonly VisitedPage[], change?: PlacedPiece): TypedPassage {
  const { position = "new", piece = null } = change ?? {};
  const source = sourceOf(pages, piece);
  const otherTitle = source === ELSEWHERE ? (piece?.page_title ?? "") : "";
  return { position, piece, content: piece?.content ?? "", source, otherTitle };
}

/** The page of a piece; the first one for a new piece. */
function sourceOf(pages: readonly VisitedPage[], piece: KnowledgePiece | null): string {
  const page = piece
    ? pages.find(({ id, title }) =>
        piece.page === null ? title === piece.page_title : id === piece.page,
      )
    : pages[0];
  return page ? String(page.number) : ELSEWHERE;
}

/** Whether something was typed that the piece doesn't say yet. */
export function isUnfinished(
  { content, source, otherTitle }: TypedPassage,
  piece: KnowledgePiece | undefined,
  pages: readonly VisitedPage[],
): boolean {
  if (content.trim() === "") return false;
  if (!piece) return true;
  const before = beginPassage(pages, { position: 0, piece });
  const isSameTitle = source !== ELSEWHERE || otherTitle.trim() === before.otherTitle;
  return content !== before.content || source !== before.source || !isSameTitle;
}

/** Where the piece that is being changed stands now; one that is gone makes a new one. */
export function placeOf(
  { position, piece }: TypedPassage,
  knowledge: readonly KnowledgePiece[],
): number | "new" {
  if (position === "new" || !piece) return "new";
  const there = knowledge[position];
  if (there && isSamePiece(there, piece)) return position;
  const moved = knowledge.findIndex((each) => isSamePiece(each, piece));
  return moved < 0 ? "new" : moved;
}
