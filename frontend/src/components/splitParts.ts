import type { DrawRequest } from "@/api/splits";

/** A part as it is typed: "80%", "0.8", "500" or "1,000". */
export interface TypedPart {
  name: string;
  size: string;
}

export type Part = DrawRequest["parts"][number];

export const USUAL_PARTS: readonly TypedPart[] = [
  { name: "train", size: "80%" },
  { name: "dev", size: "10%" },
  { name: "test", size: "10%" },
];

/** A whole number, with or without the commas that every count on the page has. */
const NUMBER = /^(?:\d+|[1-9]\d{0,2}(?:,\d{3})+)$/;

/** The typed part: a share, or a number of examples; null while it is neither. */
export function partOf({ name, size }: TypedPart): Part | null {
  const trimmed = size.trim();
  if (name.trim() === "") return null;
  if (NUMBER.test(trimmed)) {
    const number = Number(trimmed.replaceAll(",", ""));
    return number > 0 ? { name: name.trim(), number } : null;
  }
  const match = /^(\d*[.,]?\d+)(\s*%)?$/.exec(trimmed);
  if (!match) return null;
  const value = Number((match[1] ?? "").replace(",", "."));
  const share = match[2] === undefined ? value : value / 100;
  return share > 0 && share <= 1 ? { name: name.trim(), share } : null;
}

/** What a part of the draw on record took: "80%" or "500 examples". */
export function describeSize(part: { share: number | null; number: number | null }): string {
  if (part.share !== null) return `${String(Math.round(part.share * 10_000) / 100)}%`;
  return part.number === 1 ? "1 example" : `${String(part.number)} examples`;
}

/** The draw that was typed; null as long as a part or the seed is missing. */
export function drawOf(seed: number | "", typed: readonly TypedPart[]): DrawRequest | null {
  const parts = typed.map(partOf).filter((part) => part !== null);
  return seed === "" || parts.length === 0 || parts.length < typed.length ? null : { seed, parts };
}
