import { scaleBand, scaleLinear } from "@visx/scale";
import { type Ref, useId } from "react";

import { Axes, domainOf, linesOf, type Plane, WrappedText } from "./Axes";
import classes from "./charts.module.css";
import { useChartWidth } from "./chartWidth";
import { Drawing } from "./Drawing";
import { Legend, legendHeight } from "./Legend";
import { Mark } from "./Mark";
import { type Series, SeriesPatterns, seriesFill } from "./series";
import { useMarks } from "./useMarks";

const HEIGHT = 340;
const SIDES = { left: 64, right: 12 };
/** Narrower bars have no room for their number. */
const NARROWEST_WITH_LABEL = 34;
/** A category's name needs so much. */
const NARROWEST_CATEGORY = 56;
/** The height that a number takes. */
const LABEL = 20;
/** Wider bars look like something else. */
const WIDEST = 88;

export interface Bar {
  readonly key: string;
  readonly category: string;
  readonly series: string;
  readonly value: number;
  readonly low: number | null;
  readonly high: number | null;
  /** What somebody else has found, drawn as a thin line. */
  readonly reference: number | null;
  /** The text above the bar. */
  readonly text: string;
  /** All of its numbers in a sentence. */
  readonly description: string;
  /** Where the bar leads. */
  readonly to?: string | undefined;
}

interface BarsProps {
  readonly label: string;
  /** Along the axis, each with the bars of every series side by side. */
  readonly categories: readonly Series[];
  readonly series: readonly Series[];
  readonly bars: readonly Bar[];
  readonly xLabel: string;
  readonly yLabel: string;
  readonly formatY: (value: number) => string;
  readonly within?: readonly [number, number] | undefined;
  readonly referenceLabel: string;
  readonly drawing?: Ref<SVGSVGElement> | undefined;
}

/** Bars from zero with their intervals, and thin lines for published values. */
export function Bars({
  label,
  categories,
  series,
  bars,
  xLabel,
  yLabel,
  formatY,
  within,
  referenceLabel,
  drawing,
}: BarsProps) {
  const id = useId().replaceAll(/\W/g, "");
  const { active, markProps } = useMarks(bars.length);
  const room = useChartWidth(SIDES.left + SIDES.right + categories.length * NARROWEST_CATEGORY);
  const x = scaleBand({
    domain: categories.map(({ key }) => key),
    range: [SIDES.left, room - SIDES.right],
    padding: 0.24,
  });
  const used = Math.min(x.bandwidth(), WIDEST * series.length);
  const begin = (x.bandwidth() - used) / 2;
  const inner = scaleBand({
    domain: series.map(({ key }) => key),
    range: [begin, begin + used],
    padding: series.length > 1 ? 0.08 : 0,
  });
  const lines = Math.max(1, ...categories.map((each) => linesOf(each.label, x.step()).length));
  const hasReference = bars.some(({ reference }) => reference !== null);
  const legend = legendOf(id, series, bars, hasReference ? referenceLabel : null);
  const space = room - SIDES.left - SIDES.right;
  const legendSpace = legendHeight(
    legend.map((entry) => entry.label),
    space,
  );
  const plane: Plane = {
    left: SIDES.left,
    right: room - SIDES.right,
    top: 26 + legendSpace,
    bottom: HEIGHT + legendSpace - 28 - 14 * lines,
  };
  const height = HEIGHT + legendSpace;
  const y = scaleLinear({
    domain: domainOf(
      bars.flatMap(({ value, high, reference }) => [0, value, high ?? 0, reference ?? 0]),
      { fromZero: true, within },
    ),
    range: [plane.bottom, plane.top],
    nice: within === undefined,
  });
  return (
    <Drawing
      label={label}
      width={room}
      height={height}
      drawing={drawing}
      mark="bar"
      pointedAt={bars[active ?? -1]?.description}
    >
      <SeriesPatterns id={id} series={series} />
      <Legend x={plane.left} width={space} entries={legend} />
      <Axes {...{ plane, y, formatY, xLabel, yLabel, height }}>
        <path className={classes.axis} d={`M${plane.left} ${y(0)}H${plane.right}`} />
        {categories.map((category) => (
          <WrappedText
            key={category.key}
            x={(x(category.key) ?? 0) + x.bandwidth() / 2}
            y={plane.bottom + 18}
            width={x.step()}
            text={category.label}
          />
        ))}
      </Axes>
      {bars.map((bar, index) => (
        <OneBar
          key={bar.key}
          mark={markProps(index, bar.description, bar.to)}
          bar={bar}
          plane={plane}
          fill={seriesFill(
            id,
            series.findIndex(({ key }) => key === bar.series),
          )}
          left={(x(bar.category) ?? 0) + (inner(bar.series) ?? 0)}
          width={inner.bandwidth()}
          heightOf={(value) => y(value)}
        />
      ))}
    </Drawing>
  );
}

function legendOf(
  id: string,
  series: readonly Series[],
  bars: readonly Bar[],
  reference: string | null,
) {
  const drawn = new Set(bars.map((bar) => bar.series));
  const entries = series.map(({ key, label }, index) => ({
    key,
    label,
    sign: <rect width={14} height={14} fill={seriesFill(id, index)} className={classes.part} />,
  }));
  return [
    ...(series.length > 1 ? entries.filter(({ key }) => drawn.has(key)) : []),
    ...(reference === null
      ? []
      : [
          {
            key: "reference",
            label: reference,
            sign: <path className={classes.reference} d="M-3 7H17" />,
          },
        ]),
  ];
}

interface OneBarProps {
  readonly mark: ReturnType<ReturnType<typeof useMarks>["markProps"]>;
  readonly bar: Bar;
  readonly plane: Plane;
  readonly fill: string;
  readonly left: number;
  readonly width: number;
  readonly heightOf: (value: number) => number;
}

function OneBar({ mark, bar, plane, fill, left, width, heightOf }: OneBarProps) {
  const [top, ground] = [heightOf(Math.max(bar.value, 0)), heightOf(Math.min(bar.value, 0))];
  const middle = left + width / 2;
  const end = Math.min(top, heightOf(bar.high ?? bar.value));
  const reference = bar.reference === null ? null : heightOf(bar.reference);
  // The number is right above its bar, or above the thin line if that is in its way.
  const isInTheWay = reference !== null && reference <= end + 2 && reference > end - LABEL;
  const highest = isInTheWay ? reference : end;
  return (
    <Mark
      {...mark}
      texts={
        width >= NARROWEST_WITH_LABEL && (
          <text className={classes.small} x={middle} y={highest - 6} textAnchor="middle">
            {bar.text}
          </text>
        )
      }
    >
      <rect
        className={classes.target}
        x={left - 2}
        y={plane.top}
        width={width + 4}
        height={plane.bottom - plane.top}
        rx={3}
      />
      <rect
        className={classes.part}
        x={left}
        y={top}
        width={width}
        height={Math.max(0, ground - top)}
        fill={fill}
      />
      {bar.low !== null && bar.high !== null && (
        <path
          className={classes.interval}
          d={`M${middle} ${heightOf(bar.low)}V${heightOf(bar.high)}M${middle - 4} ${heightOf(bar.high)}H${middle + 4}M${middle - 4} ${heightOf(bar.low)}H${middle + 4}`}
        />
      )}
      {reference !== null && (
        <>
          <path className={classes.halo} d={`M${left} ${reference}H${left + width}`} />
          <path className={classes.reference} d={`M${left - 5} ${reference}H${left + width + 5}`} />
        </>
      )}
    </Mark>
  );
}
