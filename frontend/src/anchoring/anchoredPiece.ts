import type { PageView } from "./pageView";
import type { TokenSpan } from "./spans";

/** A passage that was selected in a page; one that was typed has no tokens. */
interface Piece {
  /** The page's id. */
  readonly page: number | null;
  readonly start_token: number | null;
  readonly end_token: number | null;
}

/** The tokens of a piece on the page with this id: one span, or none. */
export function anchorOf(piece: Piece, page: number | null): TokenSpan[] {
  const { start_token, end_token } = piece;
  if (page === null || piece.page !== page || start_token === null || end_token === null) return [];
  return [{ start_token, end_token }];
}

/** What a piece says as its page shows it; null where that isn't open, or shows nothing of it. */
export function shownPiece(
  piece: Piece,
  views: ReadonlyMap<number, Pick<PageView, "shownInRows">>,
): string | null {
  const [span] = anchorOf(piece, piece.page);
  const view = piece.page === null ? undefined : views.get(piece.page);
  const shown = span === undefined ? "" : (view?.shownInRows(span) ?? "");
  return shown === "" ? null : shown;
}
