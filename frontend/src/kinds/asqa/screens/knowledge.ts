import { shownPiece } from "@/anchoring/anchoredPiece";
import type { PageView } from "@/anchoring/pageView";
import type { SelectedPassage } from "@/anchoring/passageSelection";
import type { KnowledgePiece, VisitedPage } from "@/api/types";
import { formatCount } from "@/components/format";

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
