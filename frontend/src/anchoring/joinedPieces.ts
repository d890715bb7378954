/** What only pages have that need a closer look: characters that join, and halves of what is seen. */
const SPECIAL = /[\p{Cf}\p{RI}\p{EMod}\p{M}]/u;
/** Nothing but characters that nobody sees and that are no end of a word, such as soft hyphens. */
const UNSEEN = /^(?:\u00ad|\u200c|\u200d|\u2060|\ufe0e|\ufe0f)+$/u;
const GOES_ON = /^[\p{L}\p{N}\p{M}]/u;

/**
 * The positions of the pieces that people see as one with the piece before: the rest of a word
 * after a soft hyphen, the second half of a flag, what belongs to an emoji. `pieces` are in
 * document order.
 */
export function joinedPieces(pieces: readonly Element[]): ReadonlySet<number> {
  const joined = new Set<number>();
  const page = pieces[0]?.ownerDocument.body.textContent ?? "";
  if (!SPECIAL.test(page)) return joined;
  const segmenter = new Intl.Segmenter(undefined, { granularity: "grapheme" });
  let before: Element | null = null;
  /** What is seen as one up to the piece before. */
  let unit = "";
  let isUnitSpecial = false;
  pieces.forEach((piece, position) => {
    const text = piece.textContent;
    const isSpecial = SPECIAL.test(text);
    const isJoined =
      before !== null &&
      // Of nearly all pieces nothing more has to be known.
      (isSpecial || isUnitSpecial) &&
      belongsTo(unit, before, text, segmenter) &&
      isNextTo(before, piece);
    if (isJoined) {
      joined.add(position);
      unit += text;
      isUnitSpecial ||= isSpecial;
    } else {
      unit = text;
      isUnitSpecial = isSpecial;
    }
    before = piece;
  });
  return joined;
}

function belongsTo(
  unit: string,
  before: Element,
  text: string,
  segmenter: Intl.Segmenter,
): boolean {
  if (unit === "" || text === "") return false;
  if (UNSEEN.test(text)) return true;
  if (UNSEEN.test(before.textContent) && GOES_ON.test(text)) return true;
  // A boundary between characters as people see them begins where the text does.
  return segmenter.segment(unit + text).containing(unit.length)?.index !== unit.length;
}

/** Whether nothing is written between two pieces. */
function isNextTo(before: Element, after: Element): boolean {
  const between = before.ownerDocument.createRange();
  between.setStartAfter(before);
  between.setEndBefore(after);
  return between.toString() === "";
}
