import { WHITE_SPACE } from "./normalisation";
import type { Place } from "./presence";

/** Words after which a full stop ends no sentence, as in `annotator/measures/sentences.py`. */
const ABBREVIATIONS = new Set(
  (
    "adm al approx capt cf col corp dr est fig gen gov hon inc jr lt ltd maj mr mrs ms mt pp prof " +
    "rev sen sgt sr st vol vols vs"
  ).split(" "),
);

const LINE_BREAK = /[\n\r\u2028\u2029]+/g;
// Beginning only where the run does keeps the search linear in a text of nothing but full stops.
const END = new RegExp(`(?<![.!?…])([.!?…]+)["'”’»)\\]]*[${WHITE_SPACE}]+`, "g");
const LAST_WORD = /[A-Za-z0-9.]*$/;
const INITIALS = /^(?:[A-Za-z]\.)*[A-Za-z]$/;
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
    const following = line.charAt(end);
    const before = line.slice(Math.max(start, found.index - LOOK_BACK), found.index);
    const isWhole = found.index - start <= LOOK_BACK;
    if (following && isEnd(before, found[1] ?? "", following, isWhole)) add(end);
  }
  add(line.length);
  return places;
}

function isEnd(before: string, mark: string, following: string, isWhole: boolean): boolean {
  if (/[a-z]/.test(following)) return false;
  if (mark !== ".") return true;
  const word = LAST_WORD.exec(before)?.[0] ?? "";
  if (word.toLowerCase() === "no") return !/[0-9]/.test(following);
  if (ABBREVIATIONS.has(word.toLowerCase()) || INITIALS.test(word)) return false;
  return !(isWhole && NUMBER.test(before));
}
