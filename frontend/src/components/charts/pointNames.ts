import type { XYPoint } from "./xyPaths";

const LETTER = 6.8;
const LINE = 14;
const GAP = 9;

export interface PlacedName {
  readonly key: string;
  readonly name: string;
  readonly x: number;
  readonly y: number;
  readonly side: "start" | "end";
}

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

function meet(one: Box, other: Box): boolean {
  return (
    one.left < other.right &&
    other.left < one.right &&
    one.top < other.bottom &&
    other.top < one.bottom
  );
}

interface Plane {
  readonly left: number;
  readonly right: number;
}

/**
 * Names beside points, right of them or else left, where they cover no other point and no other
 * name; those of `first` before the others. A name without room is left out.
 */
export function placeNames(
  points: readonly XYPoint[],
  at: { readonly x: (value: number) => number; readonly y: (value: number) => number },
  { left, right }: Plane,
  first: (point: XYPoint) => boolean,
): PlacedName[] {
  const taken = points.map(({ x, value }) => around(at.x(x), at.y(value)));
  const placed: PlacedName[] = [];
  const ordered = [...points].sort((one, other) => Number(first(other)) - Number(first(one)));
  for (const { key, name, x, value } of ordered) {
    if (name === undefined) continue;
    const [middle, y] = [at.x(x), at.y(value)];
    const width = name.length * LETTER;
    const boxes = (["start", "end"] as const).map((side) => {
      const from = side === "start" ? middle + GAP : middle - GAP - width;
      return { side, left: from, right: from + width, top: y - LINE / 2, bottom: y + LINE / 2 };
    });
    const box = boxes.find(
      (each) =>
        each.left >= left && each.right <= right && !taken.some((other) => meet(each, other)),
    );
    if (box === undefined) continue;
    taken.push(box);
    placed.push({ key, name, x: box.side === "start" ? box.left : box.right, y, side: box.side });
  }
  return placed;
}

function around(x: number, y: number): Box {
  return { left: x - 5, right: x + 5, top: y - 5, bottom: y + 5 };
}
