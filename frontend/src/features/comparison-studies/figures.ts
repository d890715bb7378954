import type { Estimate } from "@/api/comparisons";
import { formatFixed } from "@/components/format";

/** The four scores of Table 4, in its order. */
export const SCORES = [
  { key: "acc", label: "ACC", what: "Disambiguations that the answers capture" },
  { key: "comp", label: "COMP", what: "Better at resolving ambiguity" },
  { key: "flue", label: "FLUE", what: "Better to read" },
  { key: "ho", label: "HO", what: "Better overall" },
] as const;

export const RESPECT_NAMES: Readonly<Record<string, string>> = {
  captured: "What answers capture",
  ambiguity: "Resolving ambiguity",
  fluency: "Fluency",
  overall: "Overall",
  acc: "ACC",
  comp: "COMP",
  flue: "FLUE",
  ho: "HO",
};

/** What a sum of shares may miss the whole by, in per cent. */
const HAIR = 1e-7;

/**
 * A percentage with one decimal, as in the paper's tables; a little and nearly all never read as
 * none and all. – for none.
 */
export function percent(value: number | null | undefined): string {
  if (value == null) return "–";
  const shown = value.toFixed(1);
  if (shown === "0.0" && value > 0) return "<0.1";
  return shown === "100.0" && value < 100 - HAIR ? ">99.9" : shown;
}

/** `31.1–57.8`. */
export function range({ low, high }: Pick<Estimate, "low" | "high">): string {
  return `${percent(low)}–${percent(high)}`;
}

/** Pearson's r times 100 with one decimal, as in Table 5. */
export function correlation(r: number | null): string {
  return r === null ? "–" : formatFixed(r * 100, 1);
}
