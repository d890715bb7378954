import type { Place } from "@/long-form/presence";

/** A stretch of the answer, and the disambiguations whose short answer stands there. */
export interface Stretch {
  readonly text: string;
  /** Where it begins in the answer. */
  readonly start: number;
  readonly disambiguations: readonly number[];
}

/**
 * Cuts a text at the places of its short answers. Where places overlap, their common part belongs
 * to each of them.
 */
export function cutAtPlaces(text: string, places: readonly (Place | null)[]): Stretch[] {
  const cuts = new Set([0, text.length]);
  for (const place of places) {
    if (!place) continue;
    cuts.add(Math.min(place.start, text.length));
    cuts.add(Math.min(place.end, text.length));
  }
  const sorted = [...cuts].sort((a, b) => a - b);
  return sorted.slice(1).map((end, position) => {
    const start = sorted[position] ?? 0;
    const disambiguations = places.flatMap((place, number) =>
      place && place.start <= start && end <= place.end ? [number] : [],
    );
    return { text: text.slice(start, end), start, disambiguations };
  });
}
