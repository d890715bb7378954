import type { Estimate } from "@/api/comparisons";
import { formatFixed, formatScore } from "@/components/format";

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

/** A percentage as in the paper's tables; – for none. */
export function percent(value: number | null | undefined): string {
  return value == null ? "–" : formatScore(value);
}

/** `31.1–57.8`; `−0.20 to 0.40`, where a number may be negative. */
export function range(
  { low, high }: Pick<Estimate, "low" | "high">,
  format: (value: number | null) => string = percent,
): string {
  return format === percent
    ? `${percent(low)}–${percent(high)}`
    : `${format(low)} to ${format(high)}`;
}

/** Pearson's r times 100 with one decimal, as in Table 5. */
export function correlation(r: number | null): string {
  return r === null ? "–" : formatFixed(r * 100, 1);
}
