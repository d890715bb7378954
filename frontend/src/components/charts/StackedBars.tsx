import { AxisBottom } from "@visx/axis";
import { GridRows } from "@visx/grid";
import { scaleBand, scaleLinear } from "@visx/scale";
import { type Ref, useId } from "react";

import { formatShare } from "@/components/format";

import { LeftAxis } from "./Axes";
import { AxisText } from "./AxisText";
import classes from "./charts.module.css";
import { useChartWidth } from "./chartWidth";
import { Drawing } from "./Drawing";
import { Legend, legendHeight } from "./Legend";
import { Mark } from "./Mark";
import { type Series, SeriesPatterns, seriesFill } from "./series";
import { useMarks } from "./useMarks";

/** Without the legend. */
const HEIGHT = 334;
const MARGIN = { top: 20, right: 12, bottom: 56, left: 60 };
/** A letter of a bar's name, and the least that a bar with its name takes. */
const LETTER = 7.25;
const NARROWEST = 44;
/** Lower parts have no room for a number. */
const LOWEST_WITH_LABEL = 16;
/** Wider bars look like something else. */
const WIDEST = 120;

export interface Part {
  readonly value: number;
  /** The text in it. */
  readonly label: string;
  /** Where the part leads, and its numbers in a sentence; then each part is a separate mark. */
  readonly link?: { readonly to: string; readonly description: string } | undefined;
}

export interface StackedBar {
  readonly key: string;
  readonly label: string;
  /** One for each series, from the ground up. */
  readonly parts: readonly Part[];
  /** The text above the bar. */
  readonly total: string;
  /** All of its numbers in a sentence. */
  readonly description: string;
  /** The interval of the whole bar's height. */
  readonly interval?: { readonly low: number; readonly high: number };
  /** Heights at which others' divisions end, drawn as thin lines. */
  readonly references?: readonly number[];
}

interface StackedBarsProps {
  readonly label: string;
  readonly series: readonly Series[];
  readonly bars: readonly StackedBar[];
  readonly xLabel: string;
  readonly yLabel: string;
  readonly drawing?: Ref<SVGSVGElement> | undefined;
  readonly onSelect?: (bar: StackedBar) => void;
  /** Where the scale ends and how it reads, for heights that are not shares. */
  readonly top?: number;
  readonly formatY?: (value: number) => string;
}

/** A height that the tallest bar fits under, in tenths. */
export function topOf(bars: readonly StackedBar[]): number {
  const heights = bars.map(({ parts, interval, references = [] }) =>
    Math.max(
      parts.reduce((sum, { value }) => sum + value, 0),
      interval?.high ?? 0,
      ...references,
    ),
  );
  // A sum such as 0.1 + 0.2 is slightly too large.
  return Math.min(1, Math.max(0.1, Math.ceil(Math.max(0, ...heights) * 10 - 1e-9) / 10));
}

interface BarMark {
  readonly bar: StackedBar;
  /** Null for the bar as a whole. */
  readonly part: number | null;
  readonly to: string | undefined;
  readonly description: string;
}

/** What can be pointed at: a bar as a whole, or each of its parts that leads somewhere. */
function marksOf(bars: readonly StackedBar[]): BarMark[] {
  return bars.flatMap((bar): BarMark[] => {
    const linked = bar.parts.flatMap(({ value, link }, part) =>
      link === undefined || value === 0 ? [] : [{ bar, part, ...link }],
    );
    const whole = {
      bar,
      part: null,
      to: undefined,
      description: bar.description,
    };
    return linked.length === 0 ? [whole] : linked;
  });
}

/** Bars of shares, each divided by series, which differ in colour, pattern and number. */
export function StackedBars({
  label,
  series,
  bars,
  xLabel,
  yLabel,
  drawing,
  onSelect,
  top = topOf(bars),
  formatY = formatShare,
}: StackedBarsProps) {
  const id = useId().replaceAll(/\W/g, "");
  const marks = marksOf(bars);
  const { active, markProps } = useMarks(marks.length, (index) => {
    const bar = marks[index]?.bar;
    if (bar !== undefined) onSelect?.(bar);
  });
  const longest = Math.max(0, ...bars.map(({ label: name }) => name.length * LETTER + 8));
  const sides = MARGIN.left + MARGIN.right;
  const width = useChartWidth(sides + bars.length * Math.max(NARROWEST, longest));
  const space = width - sides;
  const x = scaleBand({
    domain: bars.map(({ key }) => key),
    range: [MARGIN.left, width - MARGIN.right],
    padding: 0.28,
  });
  const legend = series.flatMap(({ key, label: name }, index) =>
    bars.some(({ parts }) => (parts[index]?.value ?? 0) > 0)
      ? [
          {
            key,
            label: name,
            sign: (
              <rect width={14} height={14} fill={seriesFill(id, index)} className={classes.part} />
            ),
          },
        ]
      : [],
  );
  const legendSpace = legendHeight(
    legend.map(({ label: name }) => name),
    space,
  );
  const height = HEIGHT + legendSpace;
  const plane = {
    top: MARGIN.top + legendSpace,
    bottom: height - MARGIN.bottom,
  };
  const y = scaleLinear({ domain: [0, top], range: [plane.bottom, plane.top] });
  const names = new Map(bars.map((bar) => [bar.key, bar.label]));
  return (
    <Drawing
      label={label}
      width={width}
      height={height}
      drawing={drawing}
      mark="bar"
      pointedAt={marks[active ?? -1]?.description}
    >
      <SeriesPatterns id={id} series={series} />
      <Legend x={MARGIN.left} width={space} entries={legend} />
      <g aria-hidden>
        <GridRows
          scale={y}
          left={MARGIN.left}
          width={space}
          numTicks={5}
          className={classes.grid}
          stroke=""
        />
      </g>
      {bars.map((bar) => {
        const thickness = Math.min(x.bandwidth(), WIDEST);
        const place = {
          bar,
          id,
          left: (x(bar.key) ?? 0) + (x.bandwidth() - thickness) / 2,
          width: thickness,
          step: x.step(),
          plane,
          heightOf: (value: number) => y(value),
        };
        const own = marks.flatMap((mark, index) => (mark.bar === bar ? [{ mark, index }] : []));
        const [first] = own;
        return (
          <g key={bar.key}>
            {(first?.mark.part ?? null) === null ? (
              <Mark
                {...markProps(first?.index ?? 0, bar.description)}
                texts={bar.parts.map((_, part) => (
                  <DivisionText key={part} {...place} part={part} />
                ))}
              >
                <Target {...place} />
                {bar.parts.map((_, part) => (
                  <Division key={part} {...place} part={part} />
                ))}
              </Mark>
            ) : (
              own.map(({ mark, index }) => (
                <Mark
                  key={mark.part}
                  {...markProps(index, mark.description, mark.to)}
                  texts={<DivisionText {...place} part={mark.part ?? 0} />}
                >
                  <Division {...place} part={mark.part ?? 0} isTarget />
                </Mark>
              ))
            )}
            <Above {...place} />
          </g>
        );
      })}
      <g aria-hidden>
        <LeftAxis y={y} left={MARGIN.left} top={plane.top} formatY={formatY} label={yLabel} />
        <AxisBottom
          scale={x}
          top={plane.bottom}
          hideTicks
          tickFormat={(key) => names.get(key) ?? key}
          tickComponent={(tick) => <AxisText {...tick} side="bottom" />}
          axisLineClassName={classes.axis}
        />
        <text
          className={classes.small}
          x={(MARGIN.left + width - MARGIN.right) / 2}
          y={height - 10}
          textAnchor="middle"
        >
          {xLabel}
        </text>
      </g>
    </Drawing>
  );
}

interface BarPlace {
  readonly bar: StackedBar;
  readonly id: string;
  readonly left: number;
  readonly width: number;
  readonly step: number;
  readonly plane: { readonly top: number; readonly bottom: number };
  readonly heightOf: (value: number) => number;
}

/** The whole height above a bar's name, to be pointed at. */
function Target({ left, width, step, plane }: BarPlace) {
  return (
    <rect
      className={classes.target}
      x={left + width / 2 - step / 2}
      y={plane.top}
      width={step}
      height={plane.bottom - plane.top}
      rx={4}
    />
  );
}

function endOf(bar: StackedBar, part: number): number {
  return bar.parts.slice(0, part + 1).reduce((sum, { value }) => sum + value, 0);
}

interface DivisionProps extends BarPlace {
  readonly part: number;
  readonly isTarget?: boolean;
}

/** The upper and lower edge of a part of a bar. */
function edgesOf({ bar, heightOf, part }: DivisionProps): [number, number] {
  const end = endOf(bar, part);
  return [heightOf(end), heightOf(end - (bar.parts[part]?.value ?? 0))];
}

function Division(props: DivisionProps) {
  const { bar, id, left, width, part, isTarget = false } = props;
  if ((bar.parts[part]?.value ?? 0) === 0) return null;
  const [upper, lower] = edgesOf(props);
  return (
    <g>
      <rect
        className={classes.part}
        x={left}
        y={upper}
        width={width}
        height={lower - upper}
        fill={seriesFill(id, part)}
      />
      {isTarget && (
        <rect
          className={classes.target}
          x={left - 3}
          y={upper}
          width={width + 6}
          height={lower - upper}
        />
      )}
    </g>
  );
}

function DivisionText(props: DivisionProps) {
  const { bar, left, width, part } = props;
  const [upper, lower] = edgesOf(props);
  if (lower - upper < LOWEST_WITH_LABEL) return null;
  return (
    <text
      className={classes.onMark}
      x={left + width / 2}
      y={(upper + lower) / 2}
      textAnchor="middle"
      dominantBaseline="central"
    >
      {bar.parts[part]?.label}
    </text>
  );
}

/** A bar's interval, others' divisions and its total. */
function Above({ bar, left, width, heightOf }: BarPlace) {
  const middle = left + width / 2;
  const { interval, references = [] } = bar;
  const top = heightOf(Math.max(endOf(bar, bar.parts.length), interval?.high ?? 0));
  return (
    <g className={classes.over}>
      {interval !== undefined && (
        <path
          className={classes.interval}
          d={`M${middle} ${heightOf(interval.low)}V${heightOf(interval.high)}`}
        />
      )}
      {references.map((reference) => (
        <g key={reference}>
          <path className={classes.halo} d={`M${left} ${heightOf(reference)}H${left + width}`} />
          <path
            className={classes.reference}
            d={`M${left - 8} ${heightOf(reference)}H${left + width + 8}`}
          />
        </g>
      ))}
      <text aria-hidden className={classes.text} x={middle} y={top - 6} textAnchor="middle">
        {bar.total}
      </text>
    </g>
  );
}
