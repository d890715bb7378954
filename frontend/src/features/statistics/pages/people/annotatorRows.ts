import type { Annotator } from "@/api/types";
import type { Cell, FigureData } from "@/components/charts/figureData";
import type { Column } from "@/components/PagedTable";

import type { Table as ReportTable } from "../../shape";
import type { SignalSummary } from "./signals";

/** An annotator with what the report says of them. */
export interface Row {
  readonly key: string;
  readonly name: string;
  readonly signals: readonly SignalSummary[];
  /** What they have done until now; nothing of people who have left the project. */
  readonly annotator: Annotator | undefined;
  readonly reported: readonly Cell[];
}

/** A column with what the file has of it; the first of these orders the rows. */
export interface PeopleColumn extends Column<Row> {
  readonly values: readonly { readonly header: string; readonly of: (row: Row) => Cell }[];
}

/** Which rows are shown, in which order, as the page's address says. */
export interface Asked {
  readonly search: string;
  readonly signal: string;
  readonly membership: string;
  /** A column's `sort`, after `-` backwards; "" has people with signals first. */
  readonly ordering: string;
}

/** People with signals first, the most urgent before the others; then everybody else. */
export function rowsOf(
  annotators: ReadonlyMap<string, Annotator>,
  signals: ReadonlyMap<string, readonly SignalSummary[]>,
  report: ReportTable | undefined,
  nameOf: (key: string) => string,
): Row[] {
  const reported = new Map((report?.rows ?? []).map((row) => [String(row[0]), row]));
  const keys = new Set([...signals.keys(), ...annotators.keys(), ...reported.keys()]);
  return [...keys].map((key) => ({
    key,
    name: nameOf(key),
    signals: signals.get(key) ?? [],
    annotator: annotators.get(key),
    reported: reported.get(key) ?? [],
  }));
}

/** The rows that are asked for, in their order; what is not known comes last. */
export function chosenRows(
  rows: readonly Row[],
  asked: Asked,
  columns: readonly PeopleColumn[],
): Row[] {
  const found = rows.filter((row) => isFound(row, asked));
  const isBackwards = asked.ordering.startsWith("-");
  const sort = isBackwards ? asked.ordering.slice(1) : asked.ordering;
  const value = columns.find((column) => column.sort === sort)?.values[0];
  if (sort === "" || value === undefined) return found;
  return found.sort((one, other) => compare(value.of(one), value.of(other), isBackwards));
}

function isFound({ name, signals, annotator }: Row, asked: Asked): boolean {
  const names = [name, annotator?.username, annotator?.pseudonym].join("\n").toLowerCase();
  if (!names.includes(asked.search.trim().toLowerCase())) return false;
  const isMember = annotator !== undefined && annotator.pseudonym !== null;
  if (asked.membership !== "" && isMember !== (asked.membership === "members")) return false;
  if (asked.signal === "") return true;
  if (asked.signal === "any") return signals.length > 0;
  if (asked.signal === "none") return signals.length === 0;
  return signals.some(({ measure }) => measure === asked.signal);
}

function compare(one: Cell, other: Cell, isBackwards: boolean): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  const order =
    typeof one === "number" && typeof other === "number"
      ? one - other
      : String(one).localeCompare(String(other), "en", { numeric: true });
  return isBackwards ? -order : order;
}

/** The rows with these columns, for a file; people also with their keys. */
export function fileOf(rows: readonly Row[], columns: readonly PeopleColumn[]): FigureData {
  const values = columns.flatMap((column) => column.values);
  return {
    columns: values.map(({ header }) => ({ header })),
    rows: rows.map((row) => values.map(({ of }) => of(row))),
  };
}
