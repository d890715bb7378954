import { AxisBottom } from "@visx/axis";
import { scaleLinear } from "@visx/scale";
import type { Ref } from "react";

import { Axes, domainOf, type Plane } from "./Axes";
import { AxisText } from "./AxisText";
import classes from "./charts.module.css";
import { useChartWidth } from "./chartWidth";
import { dayDomain, dayTicks } from "./days";
import { Drawing } from "./Drawing";
import { Legend, legendHeight } from "./Legend";
import { Mark } from "./Mark";
import { placeNames } from "./pointNames";
import { type Series, seriesColour } from "./series";
import { dashOf, Sign } from "./signs";
import { useMarks } from "./useMarks";
import { areaPath, linePath, stubbedPath, type XYPoint } from "./xyPaths";

const HEIGHT = 340;
const SIDES = { left: 64, right: 20 };
/** More points than these on one line are drawn small. */
const MANY = 40;
/** The room that a tick's text takes. */
const TICK = 84;

/**
 * `line`: a line with a band for its interval. `points`: points with whiskers. `funnel`: points
 * with the limits for as many as they have. `control`: the same in time, joined by a line.
 */
type XYShape = "line" | "points" | "funnel" | "control";

interface XYChartProps {
  readonly label: string;
  readonly shape: XYShape;
  readonly series: readonly Series[];
  /** Those of a series in the order of `x`. */
  readonly points: readonly XYPoint[];
  readonly xLabel: string;
  readonly yLabel: string;
  readonly formatX: (value: number) => string;
  readonly formatY: (value: number) => string;
  /** Whether numbers between the axis' whole ones mean nothing. */
  readonly wholeX?: boolean;
  /** Whether `x` counts days, of which the axis names those that exist. */
  readonly isInDays?: boolean;
  readonly within?: readonly [number, number] | undefined;
  readonly referenceLabel: string;
  readonly drawing?: Ref<SVGSVGElement> | undefined;
}

/** Values over numbers or dates, one sign and dash for each series. */
export function XYChart({
  label,
  shape,
  series,
  points,
  xLabel,
  yLabel,
  formatX,
  formatY,
  wholeX = false,
  isInDays = false,
  within,
  referenceLabel,
  drawing,
}: XYChartProps) {
  const { active, markProps } = useMarks(points.length);
  const width = useChartWidth();
  const space = width - SIDES.left - SIDES.right;
  const hasReference = points.some(({ reference }) => reference !== null);
  const legend = legendOf(shape, series, points, hasReference ? referenceLabel : null);
  const legendSpace = legendHeight(
    legend.map((entry) => entry.label),
    space,
  );
  const height = HEIGHT + legendSpace;
  const plane: Plane = {
    left: SIDES.left,
    right: width - SIDES.right,
    top: 26 + legendSpace,
    bottom: height - 48,
  };
  const x = scaleLinear({
    domain: isInDays
      ? dayDomain(points.map((point) => point.x))
      : domainOf(
          points.map((point) => point.x),
          { fromZero: shape === "funnel" },
        ),
    range: [plane.left, plane.right],
  });
  const y = scaleLinear({
    domain: domainOf(
      points.flatMap(({ value, low, high, reference }) =>
        [value, low, high, reference].filter((each) => each !== null),
      ),
      { fromZero: shape === "line", within },
    ),
    range: [plane.bottom, plane.top],
    nice: within === undefined,
  });
  const at = { x: (value: number) => x(value), y: (value: number) => y(value) };
  const radius = points.length > MANY ? 3 : 5;
  const most = Math.max(2, Math.min(6, Math.floor(space / TICK)));
  const ticks = isInDays
    ? dayTicks(
        points.map((point) => point.x),
        most,
      )
    : x.ticks(most).filter((tick) => !wholeX || Number.isInteger(tick));
  return (
    <Drawing
      label={label}
      width={width}
      height={height}
      drawing={drawing}
      mark="mark"
      pointedAt={points[active ?? -1]?.description}
    >
      <Legend x={plane.left} width={space} entries={legend} />
      <Axes {...{ plane, y, formatY, xLabel, yLabel, height }}>
        <AxisBottom
          scale={x}
          top={plane.bottom}
          tickValues={ticks}
          tickFormat={(value) => formatX(Number(value))}
          tickComponent={(tick) => <AxisText {...tick} side="bottom" />}
          axisLineClassName={classes.axis}
          tickStroke="var(--chart-muted)"
          tickLength={4}
        />
      </Axes>
      {series.map(({ key }, index) => (
        <Lines
          key={key}
          index={index}
          shape={shape}
          points={points.filter((point) => point.series === key)}
          plane={plane}
          at={at}
        />
      ))}
      <g aria-hidden className={classes.over}>
        {placeNames(points, at, plane, (point) => isOut(shape, point)).map(
          ({ key, name, side, ...place }) => (
            <text
              key={key}
              className={classes.small}
              {...place}
              textAnchor={side}
              dominantBaseline="central"
            >
              {name}
            </text>
          ),
        )}
      </g>
      {points.map((point, index) => (
        <Mark key={point.key} {...markProps(index, point.description, point.to)}>
          {shape === "points" && point.low !== null && point.high !== null && (
            <path
              className={classes.interval}
              d={`M${x(point.x)} ${y(point.low)}V${y(point.high)}M${x(point.x) - 4} ${y(point.low)}h8M${x(point.x) - 4} ${y(point.high)}h8`}
            />
          )}
          <g transform={`translate(${x(point.x)} ${y(point.value)})`}>
            <circle className={classes.target} r={radius + 6} />
            <Sign
              index={series.findIndex(({ key }) => key === point.series)}
              radius={radius}
              isOut={isOut(shape, point)}
            />
          </g>
        </Mark>
      ))}
    </Drawing>
  );
}

/** Whether a point is beyond its limits. */
export function isOut(shape: XYShape, { value, low, high }: XYPoint): boolean {
  if (shape !== "funnel" && shape !== "control") return false;
  return (low !== null && value < low) || (high !== null && value > high);
}

interface LinesProps {
  readonly index: number;
  readonly shape: XYShape;
  readonly points: readonly XYPoint[];
  readonly plane: Plane;
  readonly at: {
    readonly x: (value: number) => number;
    readonly y: (value: number) => number;
  };
}

/** What runs below the points of one series: its band or limits, its reference, its line. */
function Lines({ index, shape, points, plane, at }: LinesProps) {
  const style = { stroke: seriesColour(index), strokeDasharray: dashOf(index) };
  const ordered = [...points].sort((one, other) => one.x - other.x);
  const references = new Set(points.map(({ reference }) => reference));
  const [only] = references;
  const hasLimits = shape === "funnel" || shape === "control";
  return (
    <g aria-hidden>
      {shape === "line" && (
        <path
          className={classes.band}
          style={{ fill: seriesColour(index) }}
          d={areaPath(ordered, at)}
        />
      )}
      {hasLimits && <path className={classes.limit} d={stubbedPath(ordered, "low", at)} />}
      {hasLimits && <path className={classes.limit} d={stubbedPath(ordered, "high", at)} />}
      <path
        className={classes.reference}
        d={
          references.size === 1 && typeof only === "number"
            ? `M${plane.left} ${at.y(only)}H${plane.right}`
            : stubbedPath(ordered, "reference", at)
        }
      />
      {(shape === "line" || shape === "control") && (
        <path className={classes.line} style={style} d={linePath(ordered, "value", at)} />
      )}
    </g>
  );
}

function legendOf(
  shape: XYShape,
  series: readonly Series[],
  points: readonly XYPoint[],
  reference: string | null,
) {
  const isLine = shape === "line" || shape === "control";
  const drawn = new Set(points.map((point) => point.series));
  const entries = series.map(({ key, label }, index) => ({
    key,
    label,
    sign: (
      <>
        {isLine && (
          <path
            className={classes.line}
            style={{
              stroke: seriesColour(index),
              strokeDasharray: dashOf(index),
            }}
            d="M-5 7H19"
          />
        )}
        <g transform="translate(7 7)">
          <Sign index={index} radius={4.5} />
        </g>
      </>
    ),
  }));
  const limits = {
    key: "limits",
    label: "Limits",
    sign: <path className={classes.limit} d="M-5 7H19" />,
  };
  const out = {
    key: "out",
    label: "Beyond the limits",
    sign: (
      <g transform="translate(7 7)">
        <Sign index={0} radius={3.5} isOut />
      </g>
    ),
  };
  const line = {
    key: "reference",
    label: reference ?? "",
    sign: <path className={classes.reference} d="M-3 7H17" />,
  };
  const hasLimits =
    (shape === "funnel" || shape === "control") &&
    points.some(({ low, high }) => low !== null || high !== null);
  return [
    ...(series.length > 1 ? entries.filter(({ key }) => drawn.has(key)) : []),
    ...(hasLimits ? [limits] : []),
    ...(points.some((point) => isOut(shape, point)) ? [out] : []),
    ...(reference === null ? [] : [line]),
  ];
}
