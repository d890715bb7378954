import type { Correlations, ScoreChanges, Scores } from "@/api/comparisons";

type Stored = Pick<Correlations, "metrics" | "systems">;

/** What was changed and is not saved: the stored scores may change underneath. */
export interface ScoreEdits {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** What was typed, by system and then by metric. */
  readonly cells: ScoreSheet["cells"];
}

export const NO_EDITS: ScoreEdits = { added: [], removed: [], cells: {} };

/** What is seen: for each system the metrics' values as text. */
export interface ScoreSheet {
  readonly metrics: readonly string[];
  /** By system, then by metric. */
  readonly cells: Readonly<Record<string, Row>>;
}

type Row = Readonly<Record<string, string>>;

/** A sheet with the scores that are stored, and what was changed in it. */
export function sheetOf({ metrics, systems }: Stored, edits: ScoreEdits = NO_EDITS): ScoreSheet {
  const kept = metrics.filter((metric) => !edits.removed.includes(metric));
  const cells = Object.fromEntries(
    systems.map(({ name, scores }) => [
      name,
      {
        ...Object.fromEntries(
          Object.entries(scores).map(([metric, value]) => [metric, String(value)]),
        ),
        ...edits.cells[name],
      },
    ]),
  );
  return { metrics: [...kept, ...edits.added.filter((metric) => !kept.includes(metric))], cells };
}

/** What is left of the edits once those that were `saved` are stored: whatever came since. */
export function editsSince(saved: ScoreEdits, edits: ScoreEdits): ScoreEdits {
  const cells = Object.fromEntries(
    Object.entries(edits.cells)
      .map(([system, row]) => [system, rowSince(saved.cells[system] ?? {}, row)] as const)
      .filter(([, row]) => Object.keys(row).length > 0),
  );
  const typed = new Set(Object.values(cells).flatMap((row) => Object.keys(row)));
  const left = {
    added: edits.added.filter((each) => !saved.added.includes(each) || typed.has(each)),
    removed: edits.removed.filter((each) => !saved.removed.includes(each)),
    cells,
  };
  return left.added.length + left.removed.length + typed.size === 0 ? NO_EDITS : left;
}

function rowSince(saved: Row, row: Row): Row {
  return Object.fromEntries(Object.entries(row).filter(([metric, text]) => saved[metric] !== text));
}

/** Those of `scores` that differ from what is stored, and null for those that are gone. */
export function changedScores(scores: Scores, { systems }: Stored): ScoreChanges {
  const before = new Map(systems.map(({ name, scores: stored }) => [name, stored]));
  return Object.fromEntries(
    Object.entries(scores)
      .map(([name, row]) => [name, changesOf(row, before.get(name) ?? {})] as const)
      .filter(([, changes]) => Object.keys(changes).length > 0),
  );
}

function changesOf(row: Scores[string], before: Scores[string]): ScoreChanges[string] {
  const metrics = new Set([...Object.keys(row), ...Object.keys(before)]);
  return Object.fromEntries(
    [...metrics]
      .filter((metric) => row[metric] !== before[metric])
      .map((metric) => [metric, row[metric] ?? null]),
  );
}

/** A number as people or programs write it, with a decimal comma too; null for anything else. */
export function readNumber(text: string): number | null {
  const plain = text.trim().replace(",", ".").replace("−", "-");
  const value = /^-?\d+(\.\d+)?(e[-+]?\d+)?$/i.test(plain) ? Number(plain) : NaN;
  return Number.isFinite(value) ? value : null;
}

/** The sheet's numbers, or the first cell that has none. Empty cells are left out. */
export function readSheet(
  sheet: ScoreSheet,
  systems: readonly string[],
): { readonly scores: Scores } | { readonly problem: string } {
  const scores: Record<string, Record<string, number>> = {};
  for (const system of systems) {
    const row: Record<string, number> = {};
    for (const metric of sheet.metrics) {
      const text = sheet.cells[system]?.[metric] ?? "";
      if (text.trim() === "") continue;
      const value = readNumber(text);
      if (value === null) return { problem: `${metric} of ${system} is not a number: “${text}”.` };
      row[metric] = value;
    }
    scores[system] = row;
  }
  return { scores };
}
