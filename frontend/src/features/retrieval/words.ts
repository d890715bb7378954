/** How the figures of encoders are written. */

import type { EncoderKind } from "@/api/retrieval";

export const METRICS = ["mrr", "r@1", "r@5", "r@10"] as const;

export const KINDS = [
  { key: "sentence", label: "Sentences" },
  { key: "document", label: "Paragraphs" },
] as const;

export type Kind = (typeof KINDS)[number]["key"];

export function metricName(metric: string): string {
  return metric.toUpperCase();
}

/** With three decimals, as the paper prints MRR. */
export function formatFigure(value: number): string {
  return value.toFixed(3);
}

export function formatEnds(interval: readonly number[] | null): string | null {
  const [low, high] = interval ?? [];
  if (low === undefined || high === undefined) return null;
  return `${formatFigure(low)}–${formatFigure(high)}`;
}

/** 1.3 ms, 0.21 s, 67 s. */
export function formatSeconds(seconds: number): string {
  if (seconds >= 10) return `${Math.round(seconds)} s`;
  if (seconds >= 0.1) return `${Number(seconds.toPrecision(2))} s`;
  return `${Number((seconds * 1000).toPrecision(2))} ms`;
}

/** A rank; equal scores have halves. */
export function formatRank(rank: number): string {
  return rank.toLocaleString("en-GB", { maximumFractionDigits: 1 });
}

export const ENCODERS: readonly { readonly value: EncoderKind; readonly label: string }[] = [
  { value: "bm25", label: "BM25: words in common" },
  { value: "minilm", label: "MiniLM: a small sentence encoder" },
  { value: "vectors", label: "Vectors from your own encoder" },
];
