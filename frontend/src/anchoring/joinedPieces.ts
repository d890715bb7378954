/** What only pages have that need a closer look: characters that join, and halves of what is seen. */
const SPECIAL = /[\p{Cf}\p{RI}\p{EMod}\p{M}]/u;
/**
 * Characters within words that nobody sees, as in a class of a pattern: soft hyphens, joiners, and
 * marks of direction. A zero width space ends a word.
 */
export const UNSEEN_IN_WORDS =
  "\\u00ad\\u180e\\u200c-\\u200f\\u202a-\\u202e\\u2060-\\u2064\\u2066-\\u2069\\ufeff";
const UNSEEN = new RegExp(`^[${UNSEEN_IN_WORDS}\\ufe0e\\ufe0f]+$`, "u");
const GOES_ON = /^[\p{L}\p{N}\p{M}]/u;
/** The end of a word, or nothing that is seen. */
const MAY_GO_ON = new RegExp(`(?:^|[\\p{L}\\p{N}\\p{M}])[${UNSEEN_IN_WORDS}\\ufe0e\\ufe0f]+$`, "u");

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
      belongsTo(unit, text, segmenter) &&
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

function belongsTo(unit: string, text: string, segmenter: Intl.Segmenter): boolean {
  if (unit === "" || text === "") return false;
  if (UNSEEN.test(text)) return true;
  if (MAY_GO_ON.test(unit) && GOES_ON.test(text)) return true;
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
