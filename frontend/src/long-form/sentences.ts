import { WHITE_SPACE } from "./normalisation";
import type { Place } from "./presence";

// The words and the rule are those of `annotator/measures/sentences.py`, which explains them.
const TITLES = new Set(
  (
    "Adm Amb Brig Capt Cdr Cmdr Col Cpl Dr Fr Gen Gov Hon Lt Maj Messrs Mlle Mme Mr Mrs " +
    "Ms Msgr Mx Pres Prof Pvt Rep Rev Sen Sgt Supt"
  ).split(" "),
);
const PLACES = new Set("Bros Ft Mt Pt St Sta Ste".split(" "));
const LEADS = new Set(
  "a.k.a abbr approx cf e.g eg esp i.e ie incl lit orig pron trans v viz vs".split(" "),
);
const COUNTED = new Set(
  (
    "al apr art arts aug b bk c ca ch chap col cols d dec ed eq est feb fig figs fl jan " +
    "jul jun mar n no nos nov oct op p par pl pp pt pts r ref sec sect sep sept ser v ver " +
    "vol vols"
  ).split(" "),
);
const OPENERS =
  "A|All|An|Another|Any|Both|Each|Every|Many|Most|Other|Several|Some|Such|That|The|" +
  "These|This|Those|He|Her|His|How|I|It|Its|Our|She|Their|There|They|We|What|Where|" +
  "Which|Who|Why|You|According|After|Among|As|At|Before|Between|By|Despite|During|" +
  "Following|For|From|In|On|Since|Through|To|Until|Upon|With|Within|Without|Although|" +
  "And|Because|But|If|Once|Or|So|Though|Unless|When|Whereas|While|Yet|Additionally|" +
  "Also|Eventually|Finally|Furthermore|However|Instead|Later|Meanwhile|Moreover|" +
  "Nevertheless|Then|Therefore|Thus|Today";

const LINE_BREAK = /[\n\r\u2028\u2029]+/g;
// Beginning only where the run does keeps the search linear in a text of nothing but full stops.
const STOP = new RegExp(
  `(?<![.!?…])([.!?…]+)(?:["'”’»)\\]]|\\[[^\\[\\]]{1,40}\\])*[${WHITE_SPACE}]+` +
    `(?=(["'“‘«(\\[]*)([\\p{L}\\p{N}]|[$£€¥]))`,
  "gu",
);
const LOWERCASE = /\p{Lowercase}/u;
const UPPERCASE = /^\p{Uppercase}$/u;
const DECIMAL = /^\p{Nd}/u;
const BRACKET = /[([]$/;
const WORD = new RegExp(`[^${WHITE_SPACE}"'“‘«(\\[]*$`, "u");
const LIST_NUMBER = new RegExp(
  `^[${WHITE_SPACE}]*(?:[0-9]+(?:\\.[0-9]+)*|[A-Za-z]|[IVX]+|[ivx]+)[${WHITE_SPACE}]*$`,
);
const NUMERAL = new RegExp(`[A-Z][^${WHITE_SPACE}]*[${WHITE_SPACE}]+I$`);
const INNER_STOPS = /^(?:[A-Za-z]{1,3}\.-?)+[A-Za-z]{1,3}$/;
const NUMBER = /^(?:[0-9$£€¥]|[IVXLCivxlc]+(?![\p{L}\p{N}]))/u;
const OPENER = new RegExp(`^(?:${OPENERS})(?=[${WHITE_SPACE},:'’])`);
/** Characters; a word of a list is shorter, and so is the one before it as a rule. */
const LOOK_BACK = 30;
/** Characters; no opener is longer. */
const LOOK_AHEAD = 20;
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
  for (const stop of line.matchAll(STOP)) {
    const [whole, run, opening = "", first = ""] = stop;
    if (LOWERCASE.test(first) || (BRACKET.test(opening) && DECIMAL.test(first))) continue;
    const end = stop.index + whole.length;
    const before = line.slice(Math.max(start, stop.index - LOOK_BACK), stop.index);
    const isAll = stop.index - start <= LOOK_BACK;
    const following = line.slice(end + opening.length, end + opening.length + LOOK_AHEAD);
    if (run !== "." || isEnd(before, following, isAll)) add(end);
  }
  add(line.length);
  return places;
}

/**
 * Whether a single full stop ends a sentence. `before` is the sentence's end or, with `isAll`, all
 * of it so far; `following` begins with a letter or digit.
 */
function isEnd(before: string, following: string, isAll: boolean): boolean {
  const word = WORD.exec(before)?.[0] ?? "";
  if (isAll && LIST_NUMBER.test(before)) return false;
  // A single capital is an initial, whatever its small letter means.
  const listed = word.length === 1 ? word : word.toLowerCase();
  if (TITLES.has(word) || LEADS.has(listed)) return false;
  if (COUNTED.has(listed) && NUMBER.test(following)) return false;
  if (INNER_STOPS.test(word)) return OPENER.test(following);
  if (PLACES.has(word) || (UPPERCASE.test(word) && !NUMERAL.test(before))) {
    return DECIMAL.test(following) || OPENER.test(following);
  }
  return true;
}
