/** One value over a number or a date. */
export interface XYPoint {
  readonly key: string;
  readonly series: string;
  readonly x: number;
  readonly value: number;
  /** The interval's ends, or the limits that hold for this point; null if there are none. */
  readonly low: number | null;
  readonly high: number | null;
  /** What somebody else has found, drawn as a thin line. */
  readonly reference: number | null;
  /** What is written beside it, if there is room. */
  readonly name?: string | undefined;
  /** All of its numbers in a sentence. */
  readonly description: string;
  /** Where the point leads. */
  readonly to?: string | undefined;
}

interface Scales {
  readonly x: (value: number) => number;
  readonly y: (value: number) => number;
}

function place(x: number, y: number): string {
  return `${Number(x.toFixed(2))} ${Number(y.toFixed(2))}`;
}

/** A line through one number of each point; it is broken at points without the number. */
export function linePath(
  points: readonly XYPoint[],
  of: "value" | "low" | "high" | "reference",
  at: Scales,
): string {
  let isOpen = false;
  let path = "";
  for (const point of points) {
    const value = point[of];
    if (value !== null) path += `${isOpen ? "L" : "M"}${place(at.x(point.x), at.y(value))}`;
    isOpen = value !== null;
  }
  return path;
}

/** Half of the short line that is drawn if there is only one place. */
const STUB = 12;

/** As `linePath`, and a number that has no neighbour is a short level line of its own. */
export function stubbedPath(
  points: readonly XYPoint[],
  of: "low" | "high" | "reference",
  at: Scales,
): string {
  const isKnown = (index: number) => (points[index]?.[of] ?? null) !== null;
  const stubs = points.map((point, index) => {
    const value = point[of];
    const hasNeighbour = [index - 1, index + 1].some(
      (next) => isKnown(next) && points[next]?.x !== point.x,
    );
    if (value === null || hasNeighbour) return "";
    const [x, y] = [at.x(point.x), at.y(value)];
    return `M${place(x - STUB, y)}L${place(x + STUB, y)}`;
  });
  return linePath(points, of, at) + [...new Set(stubs)].join("");
}

/** The areas between the ends of all intervals; a point without one parts them. */
export function areaPath(points: readonly XYPoint[], at: Scales): string {
  const runs: XYPoint[][] = [[]];
  for (const point of points) {
    if (point.low === null || point.high === null) runs.push([]);
    else runs.at(-1)?.push(point);
  }
  return runs
    .filter((run) => run.length > 1)
    .map((run) => {
      const back = linePath([...run].reverse(), "low", at).replace("M", "L");
      return `${linePath(run, "high", at)}${back}Z`;
    })
    .join("");
}
