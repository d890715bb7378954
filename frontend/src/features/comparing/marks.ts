import { PresenceFinder } from "@/long-form/presence";

/** A part of an answer and the disambiguations whose short answer it belongs to. */
export interface Piece {
  readonly text: string;
  readonly disambiguations: readonly number[];
  /** Those whose short answer ends with it. */
  readonly ending: readonly number[];
}

/** Cuts an answer at the beginning and end of each short answer. */
export function piecesOf(
  text: string,
  disambiguations: readonly { readonly short_answers: readonly string[] }[],
): Piece[] {
  const finder = new PresenceFinder(text);
  const places = disambiguations.flatMap(({ short_answers: shortAnswers }, number) => {
    const place = finder.find(shortAnswers)?.place;
    return place ? [{ ...place, number }] : [];
  });
  const cuts = new Set([0, text.length]);
  for (const { start, end } of places) cuts.add(start).add(end);
  const sorted = [...cuts].sort((one, other) => one - other);
  return sorted.slice(1).map((end, index) => {
    const start = sorted[index] ?? 0;
    const here = places.filter((place) => place.start <= start && end <= place.end);
    return {
      text: text.slice(start, end),
      disambiguations: here.map(({ number }) => number),
      ending: here.filter((place) => place.end === end).map(({ number }) => number),
    };
  });
}
