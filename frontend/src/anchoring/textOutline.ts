/** Edges in pixels. A DOMRect is one. */
export interface Edges {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

type Point = readonly [x: number, y: number];

/** Pixels between the text and its frame. */
const MARGIN = 4;

/**
 * The corners of the frame around a box whose text flows around floating content, clockwise from
 * the upper left.
 *
 * `texts` are where the box's text is, in any order, and `floats` what floats beside it. Each line
 * reaches to the box's edge or, beside something that floats, to that.
 */
export function textOutline(
  box: Edges,
  texts: readonly Edges[],
  floats: readonly Edges[],
): Point[] {
  const slabs = slabsOf(linesOf(texts).map((line) => widened(line, box, floats)));
  const [first] = slabs;
  const last = slabs.at(-1);
  if (!first || !last) return [];
  const heights = slabs.map((slab, place) => ({
    top: slab === first ? Math.min(box.top, slab.top) - MARGIN : meeting(slabs[place - 1], slab),
    bottom:
      slab === last ? Math.max(box.bottom, slab.bottom) + MARGIN : meeting(slab, slabs[place + 1]),
  }));
  const down = slabs.flatMap(({ right }, place): Point[] => {
    const { top = 0, bottom = 0 } = heights[place] ?? {};
    return [
      [right + MARGIN, top],
      [right + MARGIN, bottom],
    ];
  });
  const up = slabs.flatMap(({ left }, place): Point[] => {
    const { top = 0, bottom = 0 } = heights[place] ?? {};
    return [
      [left - MARGIN, top],
      [left - MARGIN, bottom],
    ];
  });
  const [start, ...rest] = up;
  return start ? [start, ...down, ...rest.reverse()] : down;
}

/** The lines that texts make up, from the top. */
function linesOf(texts: readonly Edges[]): Edges[] {
  const lines: Edges[] = [];
  for (const text of [...texts].sort((one, other) => one.top - other.top)) {
    const line = lines.at(-1);
    // An exponent or a smaller letter beside the line belongs to it.
    if (line && (text.top + text.bottom) / 2 < line.bottom) lines.splice(-1, 1, around(line, text));
    else lines.push(text);
  }
  return lines;
}

/** A line as wide as it could be. */
function widened(line: Edges, box: Edges, floats: readonly Edges[]): Edges {
  let { left, right } = box;
  for (const float of floats) {
    if (float.top >= line.bottom || float.bottom <= line.top) continue;
    if (float.left >= line.right) right = Math.min(right, float.left - 2 * MARGIN);
    else if (float.right <= line.left) left = Math.max(left, float.right + 2 * MARGIN);
  }
  const { top, bottom } = line;
  return { left: Math.min(left, line.left), right: Math.max(right, line.right), top, bottom };
}

/** Lines of the same width in one. */
function slabsOf(lines: readonly Edges[]): Edges[] {
  const slabs: Edges[] = [];
  for (const line of lines) {
    const above = slabs.at(-1);
    const goesOn = above && above.left === line.left && above.right === line.right;
    if (goesOn) slabs.splice(-1, 1, around(above, line));
    else slabs.push(line);
  }
  return slabs;
}

function around(one: Edges, other: Edges): Edges {
  return {
    left: Math.min(one.left, other.left),
    right: Math.max(one.right, other.right),
    top: Math.min(one.top, other.top),
    bottom: Math.max(one.bottom, other.bottom),
  };
}

/** The height at which one slab ends and the next one begins. */
function meeting(above: Edges | undefined, below: Edges | undefined): number {
  return ((above?.bottom ?? 0) + (below?.top ?? 0)) / 2;
}
