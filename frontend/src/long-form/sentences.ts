import { WHITE_SPACE } from "./normalisation";
import type { Place } from "./presence";

/** Words after which a full stop ends no sentence, as in `annotator/measures/sentences.py`. */
const ABBREVIATIONS = new Set(
  (
    "a.k.a adm app approx apr aug b c ca capt cf col d dec dr e.g esp est fl fr ft gen gov i.e ie " +
    "jan lit lt maj mr mrs ms msgr mt nov oct p pp pres prof r rep rev sen sgt st sta tr v vs"
  ).split(" "),
);
/** Words after which a full stop ends no sentence before a number. */
const BEFORE_NUMBERS = new Set("art ch cl cor ecl jn lk no op opp rec rs sec vol".split(" "));
const STARTERS =
  "According to|After|Although|As|By|During|However|In|It|Meanwhile|On|Several|That|The|These|" +
  "This|Under|Yet";

const LINE_BREAK = /[\n\r\u2028\u2029]+/g;
// Beginning only where the run does keeps the search linear in a text of nothing but full stops.
const END = new RegExp(
  `(?<![.!?…])([.!?…]+)(?:["'”’»)\\]]|\\[[A-Za-z0-9 ?]{1,30}\\])*[${WHITE_SPACE}]+` +
    `(?=["'“‘«(\\[]?([\\p{L}\\p{N}]))`,
  "gu",
);
const LOWERCASE = /\p{Lowercase}/u;
const LAST_WORD = /[A-Za-z0-9.]*$/;
const INITIALS = /^(?:[A-Z]\.)*[A-Z]$/;
const STARTER = new RegExp(`^(?:${STARTERS})(?![\\p{L}\\p{N}_])`, "u");
const NAME = /^["“]?[A-Z][a-z.]/;
const FOLLOWING_NUMBER = /^[(]?(?:[0-9]+|[IVX]+(?![\p{L}\p{N}_]))/u;
/** Characters; no abbreviation or number in front of a list is longer. */
const LOOK_BACK = 20;
const NUMBER = new RegExp(`^[${WHITE_SPACE}]*[0-9]+$`);
const TRIMMED = new RegExp(`[^${WHITE_SPACE}](?:[^]*[^${WHITE_SPACE}])?`);

/** The sentences of `text` in order, by the rule that `annotator/measures/sentences.py` states. */
export function splitSentences(text: string): Place[] {
  const places: Place[] = [];
  let lineStart = 0;
  for (const lineBreak of text.matchAll(LINE_BREAK)) {
    places.push(...sentencesOfLine(text.slice(lineStart, lineBreak.index), lineStart));
    lineStart = lineBreak.index + lineBreak[0].length;
  }
  return [...places, ...sentencesOfLine(text.slice(lineStart), lineStart)];
}

function sentencesOfLine(line: string, offset: number): Place[] {
  const places: Place[] = [];
  let start = 0;
  const add = (end: number) => {
    const trimmed = TRIMMED.exec(line.slice(start, end));
    if (trimmed) {
      const from = offset + start + trimmed.index;
      places.push({ start: from, end: from + trimmed[0].length });
    }
    start = end;
  };
  for (const found of line.matchAll(END)) {
    const end = found.index + found[0].length;
    const before = line.slice(Math.max(start, found.index - LOOK_BACK), found.index);
    const isWhole = found.index - start <= LOOK_BACK;
    if (LOWERCASE.test(found[2] ?? "")) continue;
    if (found[1] !== "." || isEnd(before, line.slice(end, end + 20), isWhole)) add(end);
  }
  add(line.length);
  return places;
}

/** Whether a single full stop between `before` and `following` ends a sentence. */
function isEnd(before: string, following: string, isWhole: boolean): boolean {
  if (STARTER.test(following)) return true;
  const word = LAST_WORD.exec(before)?.[0] ?? "";
  const lower = word.toLowerCase();
  if (ABBREVIATIONS.has(lower) || (isWhole && NUMBER.test(before))) return false;
  if (FOLLOWING_NUMBER.test(following) && (BEFORE_NUMBERS.has(lower) || word === "U.S")) {
    return false;
  }
  return !(INITIALS.test(word) && NAME.test(following));
}
