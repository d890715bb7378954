import { AxisLeft } from "@visx/axis";
import { GridRows } from "@visx/grid";
import type { scaleLinear } from "@visx/scale";
import type { ReactNode } from "react";

import { AxisText } from "./AxisText";
import classes from "./charts.module.css";

/** A drawing's inner edges. */
export interface Plane {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

interface AxesProps {
  readonly plane: Plane;
  readonly y: ReturnType<typeof scaleLinear<number>>;
  readonly formatY: (value: number) => string;
  readonly xLabel: string;
  readonly yLabel: string;
  /** Where the axis below is called by its name. */
  readonly height: number;
  /** The horizontal axis, which depends on its values. */
  readonly children: ReactNode;
}

/** Grid, axes and their names, on a drawing that has a plane. */
export function Axes({ plane, y, formatY, xLabel, yLabel, height, children }: AxesProps) {
  return (
    <g aria-hidden>
      <GridRows
        scale={y}
        left={plane.left}
        width={plane.right - plane.left}
        numTicks={5}
        className={classes.grid}
        stroke=""
      />
      <LeftAxis y={y} left={plane.left} top={plane.top} formatY={formatY} label={yLabel} />
      {children}
      <text
        className={classes.small}
        x={(plane.left + plane.right) / 2}
        y={height - 8}
        textAnchor="middle"
      >
        {xLabel}
      </text>
    </g>
  );
}

interface LeftAxisProps {
  readonly y: ReturnType<typeof scaleLinear<number>>;
  readonly left: number;
  readonly top: number;
  readonly formatY: (value: number) => string;
  readonly label: string;
}

/** The vertical axis with its name above it. */
export function LeftAxis({ y, left, top, formatY, label }: LeftAxisProps) {
  return (
    <>
      <AxisLeft
        scale={y}
        left={left}
        numTicks={5}
        tickFormat={(value) => formatY(Number(value))}
        tickComponent={(tick) => <AxisText {...tick} side="left" />}
        axisLineClassName={classes.axis}
        tickStroke="var(--chart-muted)"
        tickLength={4}
      />
      <text className={classes.small} x={left} y={top - 10} textAnchor="start">
        {label}
      </text>
    </>
  );
}

/** A label below an axis, in as many lines as its width asks for. */
export function WrappedText({
  x,
  y,
  width,
  text,
}: {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly text: string;
}) {
  return (
    <text className={classes.small} x={x} y={y} textAnchor="middle">
      {linesOf(text, width).map((line, index) => (
        <tspan key={index} x={x} dy={index === 0 ? 0 : 14}>
          {line}
        </tspan>
      ))}
    </text>
  );
}

const LETTER = 6.4;
const MOST_LINES = 3;

/** A text cut at its spaces into lines that fit a width, three at most. */
export function linesOf(text: string, width: number): string[] {
  const letters = Math.max(4, Math.floor(width / LETTER));
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= letters) {
      lines[lines.length - 1] = `${last} ${word}`;
    } else lines.push(word);
  }
  if (lines.length <= MOST_LINES) return lines;
  return [...lines.slice(0, MOST_LINES - 1), `${lines[MOST_LINES - 1] ?? ""}…`];
}

/** A range that all values fit in, with room; a share's ends at 0 and 1 at most. */
export function domainOf(
  values: readonly number[],
  { fromZero, within }: { fromZero: boolean; within?: readonly [number, number] | undefined },
): [number, number] {
  const known = values.filter(Number.isFinite);
  if (known.length === 0) return within === undefined ? [0, 1] : [within[0], within[1]];
  let low = Math.min(...known);
  let high = Math.max(...known);
  const room = (high - low || Math.abs(high) || 1) * 0.08;
  low = fromZero && low >= 0 ? 0 : low - room;
  high += room;
  if (within !== undefined) {
    low = Math.max(within[0], low);
    high = Math.min(within[1], high);
  }
  return low === high ? [low - 1, high + 1] : [low, high];
}
