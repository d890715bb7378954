import { AxisBottom } from "@visx/axis";
import { scaleLinear } from "@visx/scale";
import type { Ref } from "react";

import { DrawnSubscripts } from "@/components/Subscripts";

import { AxisText } from "./AxisText";
import classes from "./charts.module.css";
import { useChartWidth } from "./chartWidth";
import { Drawing } from "./Drawing";
import { Legend, LEGEND_HEIGHT } from "./Legend";
import { Mark } from "./Mark";
import { useMarks } from "./useMarks";

const ROW = 42;
/** With less room, a row's name and text stand above its scale. */
const LEAST_BESIDE = 560;
const ROW_BELOW_NAME = 60;
/** From a name's line to the middle of its scale. */
const BELOW_NAME = 16;
const CAP = 5;
const MARGIN = { top: LEGEND_HEIGHT + 8, right: 150, bottom: 34, left: 190 };
const LETTER = 7.25;
/** Beyond this a name would leave its scale no room. */
const LONGEST_NAME = 42;

export interface IntervalPoint {
  readonly key: string;
  readonly label: string;
  readonly value: number;
  /** The interval's ends; null for a value that has none. */
  readonly low: number | null;
  readonly high: number | null;
  /** What somebody else has found, drawn as a thin line. */
  readonly reference?: number | null;
  /** Value and interval as shown beside the point. */
  readonly text: string;
  /** All of its numbers in a sentence. */
  readonly description: string;
  /** Where the row leads. */
  readonly to?: string | undefined;
}

interface PointsWithIntervalsProps {
  readonly label: string;
  readonly points: readonly IntervalPoint[];
  readonly domain: readonly [number, number];
  readonly formatTick: (value: number) => string;
  readonly legend: { readonly point: string; readonly reference: string };
  readonly drawing?: Ref<SVGSVGElement> | undefined;
}

/** Values on one scale, a row each, with their intervals and thin lines for published values. */
export function PointsWithIntervals({
  label,
  points,
  domain,
  formatTick,
  legend,
  drawing,
}: PointsWithIntervalsProps) {
  const { active, markProps } = useMarks(points.length);
  const names = points.map((point) => shortened(point.label));
  const width = useChartWidth();
  const isNarrow = width < LEAST_BESIDE;
  const row = isNarrow ? ROW_BELOW_NAME : ROW;
  const left = isNarrow
    ? CAP + 8
    : Math.max(MARGIN.left, ...names.map((name) => name.length * LETTER + 20));
  const right = isNarrow ? CAP + 8 : MARGIN.right;
  const height = MARGIN.top + points.length * row + MARGIN.bottom;
  const x = scaleLinear({
    domain: [...domain],
    range: [left, width - right],
  });
  const ticks = x.ticks(isNarrow ? 4 : 5);
  const hasInterval = points.some(({ low }) => low !== null);
  const hasReference = points.some(({ reference }) => typeof reference === "number");
  return (
    <Drawing
      label={label}
      width={width}
      height={height}
      drawing={drawing}
      mark="row"
      pointedAt={points[active ?? -1]?.description}
    >
      <Legend
        x={left}
        width={width - left}
        entries={[
          {
            key: "point",
            label: legend.point,
            sign: (
              <>
                {hasInterval && <path className={classes.interval} d="M-6 7H20" />}
                <circle className={classes.point} cx={7} cy={7} r={5} />
              </>
            ),
          },
          ...(hasReference
            ? [
                {
                  key: "reference",
                  label: legend.reference,
                  sign: <path className={classes.reference} d="M7 -1V15" />,
                },
              ]
            : []),
        ]}
      />
      <g aria-hidden>
        {ticks.map((tick) => (
          <path
            key={tick}
            className={classes.grid}
            d={`M${x(tick)} ${MARGIN.top}V${height - MARGIN.bottom}`}
          />
        ))}
      </g>
      {points.map((point, index) => {
        const center = MARGIN.top + (index + 0.5) * row;
        const middle = isNarrow ? center + BELOW_NAME : center;
        const line = isNarrow ? center - BELOW_NAME : center;
        return (
          <Mark
            key={point.key}
            {...markProps(index, point.description, point.to)}
            texts={
              <>
                <text
                  className={classes.text}
                  x={isNarrow ? 2 : left - 14}
                  y={line}
                  textAnchor={isNarrow ? "start" : "end"}
                  dominantBaseline="central"
                >
                  <DrawnSubscripts text={names[index] ?? ""} />
                </text>
                <text
                  className={classes.text}
                  x={isNarrow ? width - 2 : width - right + 14}
                  y={line}
                  textAnchor={isNarrow ? "end" : "start"}
                  dominantBaseline="central"
                >
                  {point.text}
                </text>
              </>
            }
          >
            <rect
              className={classes.target}
              x={2}
              y={center - row / 2 + 2}
              width={width - 4}
              height={row - 4}
              rx={4}
            />
            {typeof point.reference === "number" && (
              <path
                className={classes.reference}
                d={`M${x(point.reference)} ${middle - ROW / 2 + 4}V${middle + ROW / 2 - 4}`}
              />
            )}
            {point.low !== null && point.high !== null && (
              <path className={classes.interval} d={whisker(x(point.low), x(point.high), middle)} />
            )}
            <circle className={classes.point} cx={x(point.value)} cy={middle} r={6} />
          </Mark>
        );
      })}
      <g aria-hidden>
        <AxisBottom
          scale={x}
          top={height - MARGIN.bottom}
          tickValues={ticks}
          tickFormat={(value) => formatTick(Number(value))}
          tickComponent={(tick) => <AxisText {...tick} side="bottom" />}
          axisLineClassName={classes.axis}
          tickStroke="var(--chart-muted)"
          tickLength={4}
        />
      </g>
    </Drawing>
  );
}

function shortened(name: string): string {
  return name.length <= LONGEST_NAME ? name : `${name.slice(0, LONGEST_NAME - 1)}…`;
}

/** A level line from end to end, with caps. */
function whisker(low: number, high: number, middle: number): string {
  const cap = `${middle - CAP}V${middle + CAP}`;
  return `M${low} ${cap}M${low} ${middle}H${high}M${high} ${cap}`;
}
