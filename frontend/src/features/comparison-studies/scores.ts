import type { Correlations, Scores } from "@/api/comparisons";

/** What is typed: for each system the metrics' values as text. */
export interface ScoreSheet {
  readonly metrics: readonly string[];
  /** By system, then by metric. */
  readonly cells: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** A sheet with the scores that are stored. */
export function sheetOf({
  metrics,
  systems,
}: Pick<Correlations, "metrics" | "systems">): ScoreSheet {
  const cells = Object.fromEntries(
    systems.map(({ name, scores }) => [
      name,
      Object.fromEntries(Object.entries(scores).map(([metric, value]) => [metric, String(value)])),
    ]),
  );
  return { metrics, cells };
}

/** A number as people type it, with a decimal comma too; null for anything else. */
export function readNumber(text: string): number | null {
  const plain = text.trim().replace(",", ".").replace("−", "-");
  return /^-?\d+(\.\d+)?$/.test(plain) ? Number(plain) : null;
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
