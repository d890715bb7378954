export type Cell = string | number | null;

interface FigureColumn {
  readonly header: string;
  /** How the table shows a number; downloads have it in full. */
  readonly format?: (value: number) => string;
}

/** The numbers that a figure draws: its table shows them, its downloads hold them. */
export interface FigureData {
  readonly columns: readonly FigureColumn[];
  readonly rows: readonly (readonly Cell[])[];
}

/** What the table shows of a cell; a dash for nothing. */
export function cellText(cell: Cell, column: FigureColumn | undefined): string {
  if (cell === null) return "–";
  if (typeof cell === "string") return cell;
  return column?.format?.(cell) ?? String(cell);
}

const FORMULA = /^[ ']*[=+\-@\t\r\n＝＋－＠]/;
const NUMBER = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i;

function csvField(cell: Cell): string {
  const text = cell === null ? "" : String(cell);
  // A spreadsheet computes texts that begin like this, except numbers.
  const guarded = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return `"${guarded.replaceAll('"', '""')}"`;
}

/**
 * The numbers as the server writes tables: a byte order mark, each cell in quotation marks, lines
 * that end in CR LF, nothing rounded.
 */
export function toCsv({ columns, rows }: FigureData): string {
  const lines = [columns.map(({ header }) => header), ...rows];
  return `\ufeff${lines.map((cells) => `${cells.map(csvField).join(",")}\r\n`).join("")}`;
}

/** The numbers with the figure's title, one object for each row. */
export function toJson(title: string, { columns, rows }: FigureData): string {
  const objects = rows.map((cells) =>
    Object.fromEntries(columns.map(({ header }, index) => [header, cells[index] ?? null])),
  );
  return `${JSON.stringify({ title, rows: objects }, null, 2)}\n`;
}
