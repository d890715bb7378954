import type { FoundShortAnswer } from "@/api/types";

import type { Range } from "./differences";

/** A piece of a text with all that is to be said of it. */
export interface Segment {
  readonly text: string;
  /** Whether none of the other answers has it. */
  readonly isDifferent: boolean;
  /** The disambiguations whose short answers it is part of. */
  readonly disambiguations: readonly number[];
  /** Those with a short answer that ends with this segment. */
  readonly ending: readonly number[];
}

interface Place extends Range {
  readonly disambiguation: number;
}

/** The places in UTF-16 units, as the browser counts; the server counts characters. */
function placesIn(text: string, found: readonly FoundShortAnswer[]): Place[] {
  const units = [0];
  for (const character of text) units.push((units.at(-1) ?? 0) + character.length);
  return found
    .filter(({ start, end }) => start < end)
    .map(({ start, end, disambiguation }) => ({
      disambiguation,
      start: units[start] ?? text.length,
      end: units[end] ?? text.length,
    }));
}

/** Cuts a text wherever a mark begins or ends. */
export function segmentsOf(
  text: string,
  found: readonly FoundShortAnswer[],
  different: readonly Range[],
): Segment[] {
  const places = placesIn(text, found);
  const cuts = new Set([0, text.length]);
  for (const { start, end } of [...places, ...different]) cuts.add(start).add(end);
  const sorted = [...cuts].sort((one, other) => one - other);
  return sorted.slice(1).map((end, number) => {
    const start = sorted[number] ?? 0;
    const covers = (range: Range) => range.start <= start && end <= range.end;
    const here = places.filter(covers);
    return {
      text: text.slice(start, end),
      isDifferent: different.some(covers),
      disambiguations: unique(here.map(({ disambiguation }) => disambiguation)),
      ending: unique(
        here.filter((place) => place.end === end).map(({ disambiguation }) => disambiguation),
      ),
    };
  });
}

function unique(numbers: readonly number[]): number[] {
  return [...new Set(numbers)].sort((one, other) => one - other);
}
