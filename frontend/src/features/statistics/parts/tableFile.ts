import type { Cell, FigureData } from "@/components/charts/figureData";
import { keyLabel, wordOf } from "@/kinds/words";

import type { Table } from "../shape";

/** Columns that have annotators' keys. */
export const PEOPLE: ReadonlySet<string> = new Set(["annotator", "other_annotator"]);

/** A table's numbers as files have them: all rows, and people by name and by key. */
export function tableFileOf(
  section: string,
  { columns, rows }: Table,
  nameOf: ((key: string) => string) | undefined,
): FigureData {
  const headers = columns.map(({ name }) => wordOf(section, name).label);
  const isPerson = (index: number) =>
    nameOf !== undefined && PEOPLE.has(columns[index]?.name ?? "");
  const wordsOf = (cell: Cell, index: number) => {
    if (typeof cell !== "string") return cell;
    return nameOf !== undefined && isPerson(index) ? nameOf(cell) : keyLabel(section, cell);
  };
  return {
    columns: headers.flatMap((header, index) =>
      isPerson(index) ? [{ header }, { header: `${header} (key)` }] : [{ header }],
    ),
    rows: rows.map((row) =>
      row.flatMap((cell, index) =>
        isPerson(index) ? [wordsOf(cell, index), cell] : [wordsOf(cell, index)],
      ),
    ),
  };
}
