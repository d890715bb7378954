import classes from "./charts.module.css";
import { seriesColour } from "./series";

const SHAPES = [
  (r: number) => <circle r={r} />,
  (r: number) => <rect x={-r} y={-r} width={2 * r} height={2 * r} />,
  (r: number) => <path d={`M0 ${-1.3 * r}L${1.2 * r} ${r}H${-1.2 * r}Z`} />,
  (r: number) => <path d={`M0 ${-1.35 * r}L${1.35 * r} 0L0 ${1.35 * r}L${-1.35 * r} 0Z`} />,
  (r: number) => <path d={`M${-1.2 * r} ${-r}H${1.2 * r}L0 ${1.3 * r}Z`} />,
  (r: number) => <path d={`M${-r} ${-r}L${r} ${r}M${-r} ${r}L${r} ${-r}`} strokeWidth={2.5} />,
];
const DASHES = ["none", "7 3", "2 3", "9 3 2 3", "4 2", "1 2"];

/** The sign of a series' points: series differ in shape and in colour. */
export function Sign({
  index,
  radius,
  isOut = false,
}: {
  readonly index: number;
  readonly radius: number;
  /** Beyond the limits: filled with the warning colour, in a ring. */
  readonly isOut?: boolean;
}) {
  const colour = isOut ? "var(--chart-out)" : seriesColour(index);
  return (
    <>
      <g className={classes.sign} style={{ fill: colour, stroke: colour }}>
        {SHAPES[index % SHAPES.length]?.(radius)}
      </g>
      {isOut && (
        <circle r={radius + 4} style={{ fill: "none", stroke: colour, strokeWidth: 1.5 }} />
      )}
    </>
  );
}

/** How the line of a series is broken. */
export function dashOf(index: number): string {
  return DASHES[index % DASHES.length] ?? "none";
}
