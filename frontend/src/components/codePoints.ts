/** The server counts characters as code points, the browser in UTF-16 units. */
export function toCodePoints(text: string, unit: number): number {
  return Array.from(text.slice(0, unit)).length;
}

export interface Pieces {
  before: string;
  marked: string;
  after: string;
}

/** A text before, within and after a span of code points. */
export function cutAt(text: string, start: number, end: number): Pieces {
  const points = Array.from(text);
  return {
    before: points.slice(0, start).join(""),
    marked: points.slice(start, end).join(""),
    after: points.slice(end).join(""),
  };
}
