import type { Point } from "../shape";

/** Where the ends of the path branch off: at the question, the long answer, the short answer. */
const STAGES: readonly (readonly string[])[] = [
  ["bad"],
  ["no_answer", "unsaid"],
  ["long_only", "spans", "yes_no"],
];

/** The whole, in pixels: a share is so much of it high. */
export const WHOLE = 250;
/** What the words of an end need. */
export const ROW = 46;
const GAP = 10;
export const NODE = 12;

/** A bar of the drawing: all annotations, those that reached a stage, or an end. */
export interface Node {
  readonly key: string;
  readonly x: number;
  readonly y: number;
  readonly height: number;
  readonly share: number;
}

export interface End extends Node {
  readonly point: Point;
  /** Where a bar of the published share would end. */
  readonly published: number | null;
}

/** What goes from one node to another, as high as its share at both sides. */
export interface Flow {
  readonly key: string;
  readonly height: number;
  readonly from: readonly [number, number];
  readonly to: readonly [number, number];
}

interface DecisionLayout {
  readonly nodes: readonly Node[];
  readonly ends: readonly End[];
  readonly flows: readonly Flow[];
  readonly height: number;
}

interface Columns {
  /** Where annotations enter each stage. */
  readonly stages: readonly number[];
  readonly ends: number;
  readonly top: number;
}

/**
 * Figure 2 as flows from left to right: at each stage some annotations end, the others continue.
 * Ends are below each other in the order of the stages, so that no flow crosses another.
 */
export function layOut(points: readonly Point[], columns: Columns): DecisionLayout {
  const byStage = STAGES.map((keys) =>
    keys.flatMap((key) => points.filter((point) => point.key === key)),
  );
  let y = columns.top;
  const ends = byStage.map((stage) =>
    stage.map((point): End => {
      const share = point.value ?? 0;
      const height = share * WHOLE;
      const end = {
        key: point.key,
        point,
        share,
        x: columns.ends,
        y,
        height,
        published: point.published === null ? null : y + point.published * WHOLE,
      };
      y += Math.max(height, (point.published ?? 0) * WHOLE, ROW) + GAP;
      return end;
    }),
  );
  const nodes: Node[] = [];
  const flows: Flow[] = [];
  ends.forEach((_, stage) => {
    const ahead = ends.slice(stage).flat();
    const share = ahead.reduce((sum, end) => sum + end.share, 0);
    const last = ahead.at(-1);
    const first = ahead[0];
    if (first === undefined || last === undefined) return;
    const middle = (first.y + last.y + last.height) / 2;
    nodes.push({
      key: String(stage),
      x: columns.stages[stage] ?? 0,
      y: Math.max(columns.top, middle - (share * WHOLE) / 2),
      height: share * WHOLE,
      share,
    });
  });
  nodes.forEach((node, stage) => {
    const next = nodes[stage + 1];
    let from = node.y;
    for (const target of [...(ends[stage] ?? []), ...(next === undefined ? [] : [next])]) {
      flows.push({
        key: `${node.key}-${target.key}`,
        height: target.height,
        from: [node.x + NODE, from],
        to: [target.x, target.y],
      });
      from += target.height;
    }
  });
  return { nodes, ends: ends.flat(), flows, height: y };
}

/** The outline of a flow: straight sides at both ends, a curve between them. */
export function flowPath({ from: [x0, y0], to: [x1, y1], height }: Flow): string {
  const middle = (x0 + x1) / 2;
  return [
    `M${x0} ${y0}C${middle} ${y0} ${middle} ${y1} ${x1} ${y1}`,
    `v${height}`,
    `C${middle} ${y1 + height} ${middle} ${y0 + height} ${x0} ${y0 + height}Z`,
  ].join("");
}
