import { UNSEEN_IN_WORDS } from "./joinedPieces";
import { at, canBeSeen, lowerBound } from "./tokenIndex";

const BLOCKS = new Set(
  (
    "ADDRESS ARTICLE ASIDE BLOCKQUOTE BODY BR CAPTION CENTER DD DIV DL DT FIGCAPTION FIGURE FOOTER " +
    "H1 H2 H3 H4 H5 H6 HEADER HR LI MAIN NAV OL P PRE SECTION TABLE TBODY TD TFOOT TH THEAD TR UL"
  ).split(" "),
);
const SILENT = new Set(["STYLE", "SCRIPT", "NOSCRIPT", "TEMPLATE", "TITLE", "HEAD"]);
/** Stands between blocks; no query can match it. */
const EDGE = "\u0000";
const ALL_UNSEEN = new RegExp(`[${UNSEEN_IN_WORDS}]+`, "gu");
/** Marks on letters, but not those that make another kana: か is ka, が is ga. */
const MARK = "[^\\P{M}\\u3099\\u309a]";
const ONLY_MARKS = new RegExp(`^${MARK}*$`, "u");
/** What may stand between two letters of a query on the page. */
const SIGNS = `(?:[${UNSEEN_IN_WORDS}]|${MARK})*`;
const ALL_SIGNS = new RegExp(`[${UNSEEN_IN_WORDS}]|${MARK}`, "gu");

/**
 * Search in a page's text, blind to case, accents, soft hyphens and kinds of white space. The text
 * is read once; a match never crosses the edge of a block. (The browser's own find would overwrite
 * the selection.)
 */
export class FindInPage {
  private readonly nodes: Text[] = [];
  private readonly starts: number[] = [];
  private readonly text: string;

  constructor(root: Node) {
    const parts: string[] = [];
    let length = 0;
    const add = (part: string) => {
      parts.push(part);
      length += part.length;
    };
    const walk = (node: Node) => {
      if (node.nodeType === 3) {
        this.nodes.push(node as Text);
        this.starts.push(length);
        add(fold((node as Text).data));
        return;
      }
      if (SILENT.has(node.nodeName)) return;
      const block = BLOCKS.has(node.nodeName);
      if (block) add(EDGE);
      for (let child = node.firstChild; child; child = child.nextSibling) walk(child);
      if (block) add(EDGE);
    };
    walk(root);
    this.text = parts.join("");
  }

  /** The places of a query in document order, at most `limit`. */
  find(query: string, limit = 2000): Range[] {
    const words = fold(query.normalize("NFC")).split(" ").map(patternOf).filter(Boolean);
    if (words.length === 0) return [];
    const pattern = new RegExp(words.join(" +"), "gu");
    const ranges: Range[] = [];
    for (const match of this.text.matchAll(pattern)) {
      const range = this.rangeOf(match.index, match.index + match[0].length);
      if (isShown(range)) ranges.push(range);
      if (ranges.length === limit) break;
    }
    return ranges;
  }

  private rangeOf(start: number, end: number): Range {
    const first = this.nodeAt(start);
    const last = this.nodeAt(end - 1);
    const range = at(this.nodes, first).ownerDocument.createRange();
    range.setStart(at(this.nodes, first), start - at(this.starts, first));
    range.setEnd(at(this.nodes, last), end - at(this.starts, last));
    return range;
  }

  private nodeAt(position: number): number {
    return lowerBound(this.starts.length, (node) => at(this.starts, node) > position) - 1;
  }
}

/** Without case and accents; one character for each character, so that positions stay valid. */
export function fold(text: string): string {
  return text.replace(/\s/g, " ").replace(/[A-Z\u0080-\uffff]/g, foldCharacter);
}

const folded = new Map<string, string>();

function foldCharacter(character: string): string {
  let result = folded.get(character);
  if (result === undefined) {
    const parts = character.normalize("NFD");
    // A syllable of Hangul is several letters, of which the first says little.
    const letter = ONLY_MARKS.test(parts.slice(1)) ? parts.charAt(0) : character;
    result = letter.toLowerCase();
    if (result.length !== 1) result = character;
    folded.set(character, result);
  }
  return result;
}

/** A text without soft hyphens, joiners and marks, so that its words can be compared. */
export function withoutSigns(text: string): string {
  return text.replace(ALL_SIGNS, "");
}

/** What finds a word of a query. A mark that is typed has to be there, such as a vowel in Hindi. */
function patternOf(word: string): string {
  return Array.from(word.replace(ALL_UNSEEN, ""), patternOfLetter).join(SIGNS);
}

/** A page may have a syllable of Hangul, or a kana with its mark, as one character or in parts. */
function patternOfLetter(letter: string): string {
  const parts = letter.normalize("NFD");
  return parts === letter ? escapePattern(letter) : `(?:${letter}|${parts})`;
}

function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

function isShown({ startContainer }: Range): boolean {
  return startContainer.parentElement === null || canBeSeen(startContainer.parentElement);
}
