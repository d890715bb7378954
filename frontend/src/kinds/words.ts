import type { Word, Words } from "@/components/figures/word";
import { formatDate } from "@/components/format";

/** Those that all kinds have, and those in their rooms. */
const files = import.meta.glob<{ WORDS: Words }>(
  ["../components/figures/words/*.ts", "./*/words/*.ts", "!./*/words/*.test.ts"],
  { eager: true },
);

/** By section, whose words may stand in several files of its name. */
export const BY_SECTION: ReadonlyMap<string, Words> = Object.entries(files).reduce(
  (found, [path, { WORDS }]) => {
    const section = path.replace(/^.*\/|\.ts$/g, "");
    return found.set(section, { ...found.get(section), ...WORDS });
  },
  new Map<string, Words>(),
);

const PARTS: Readonly<Record<string, string>> = { long: "long answers", short: "short answers" };

function ofPart(part: string, label: string): Word {
  return { label: `${label}, ${PARTS[part] ?? part}`, unit: "share" };
}

/** A part of the project whose agreement is compared: a type, a split, guidelines, a week. */
function partName(by: string, key: string): string {
  if (by === "week") return `week of ${formatDate(key)}`;
  if (by === "guideline" && /^\d+$/.test(key)) return `version ${key} of the guidelines`;
  if (/^number_\d+$/.test(key)) return "this split";
  return keyLabel("agreement", key);
}

/** Names that end in something of the project's own: a version of its guidelines, a split. */
const OWN_ENDS: readonly (readonly [RegExp, (...ends: readonly string[]) => Word])[] = [
  [
    /^bad_by_guidelines_(\d+)$/,
    (version) => ({
      label: `Bad question, by version ${version} of the guidelines`,
      unit: "count",
    }),
  ],
  [
    /^submitted_on_(\d{4}-\d{2}-\d{2})$/,
    (day) => ({ label: `Annotations of ${formatDate(day)}`, unit: "count" }),
  ],
  [/^left_in_split_(\d+)$/, () => ({ label: "To go in this split", unit: "count" })],
  [/^left_in_(.+)$/, (split) => ({ label: `To go in ${split}`, unit: "count" })],
  [/^not_begun_left_in_split_\d+$/, () => ({ label: "To go, not begun", unit: "count" })],
  [
    /^not_begun_left_in_(.+)$/,
    (split) => ({ label: `To go in ${split}, not begun`, unit: "count" }),
  ],
  [
    /^(quality|null|long|short)_agreement_by_(type|split|guideline|week)_(.+)$/,
    (field, by, key) => ({
      label: `${wordOf("agreement", `agreement_${field}`).label}: ${partName(by, key)}`,
      unit: "share",
    }),
  ],
  [
    /^alpha_(long|short)_(precision|recall|f1)_(\d+)$/,
    (part, score, alpha) =>
      ofPart(part, `${wordOf("human_bound", score).label} on the example with α = ${alpha}`),
  ],
  [
    /^f1_by_beta_(single|super)_(long|short)_(\d+)$/,
    (who, part, beta) =>
      ofPart(
        part,
        `F1 on the example with β = ${beta}, ${wordOf("human_bound", `${who}_annotator`).label.toLowerCase()}`,
      ),
  ],
  [
    /^f1_by_references_(long|short)_(\d+)$/,
    (part, references) => ofPart(part, `F1 on the example with k = ${references}`),
  ],
];

function wordByEnd(name: string): Word | null {
  for (const [pattern, word] of OWN_ENDS) {
    const found = pattern.exec(name);
    if (found !== null) return word(...found.slice(1));
  }
  return null;
}

/** A readable form of a name without words: `mu_long` becomes *Mu long*. */
function spelledOut(name: string): string {
  const spaced = name.replaceAll("_", " ");
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}

/** A name's words: those of its own section first, then any section's; null if there are none. */
export function findWord(section: string, name: string): Word | null {
  const own = BY_SECTION.get(section)?.[name];
  if (own !== undefined) return own;
  for (const words of BY_SECTION.values()) {
    const found = words[name];
    if (found !== undefined) return found;
  }
  return wordByEnd(name);
}

export function wordOf(section: string, name: string): Word {
  return findWord(section, name) ?? { label: spelledOut(name) };
}

/** The words of a name of one of several sections; the first that has it says what it means. */
export function wordAmong(sections: readonly string[], name: string): Word {
  const own = sections.find((section) => BY_SECTION.get(section)?.[name] !== undefined);
  return wordOf(own ?? sections[0] ?? "", name);
}

const RANGE = /^(\d*\.?\d+)-(\d*\.?\d+)$/;

/** What a point's key reads as: its words, a range with a dash, or the key itself. */
export function keyLabel(section: string, key: string): string {
  const word = findWord(section, key);
  if (word !== null) return word.label;
  const range = RANGE.exec(key);
  if (range !== null) return `${range[1] ?? ""}–${range[2] ?? ""}`;
  return /^[a-z][a-z0-9_]*$/.test(key) ? spelledOut(key) : key;
}
