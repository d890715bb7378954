import { domainOf } from "@/components/charts/Axes";
import type { Bar } from "@/components/charts/Bars";
import type { IntervalPoint } from "@/components/charts/PointsWithIntervals";
import type { StackedBar } from "@/components/charts/StackedBars";
import type { XYPoint } from "@/components/charts/xyPaths";
import { formatInterval, formatValue } from "@/components/figures/values";

import type { Plot, Point } from "../shape";
import { rangeOfUnit } from "./IntervalStrip";
import { describePoint, type Labels, nameOf, placeOf, shortText } from "./plotData";

type AddressOf = (point: Point) => string | undefined;
type Known = Point & { readonly value: number };

/** The points that have a value; the table explains missing ones. */
function known(plot: Plot): Known[] {
  return plot.points.flatMap((point) =>
    point.value === null ? [] : [{ ...point, value: point.value }],
  );
}

function markKey({ series, key }: Point): string {
  return `${series}/${key}`;
}

export function toBars(
  plot: Plot,
  labels: Labels,
  addressOf: AddressOf,
): (Bar & { readonly name: string })[] {
  return known(plot).map((point) => ({
    key: markKey(point),
    category: point.key,
    name: nameOf(plot, point, labels),
    series: point.series,
    value: point.value,
    low: point.low,
    high: point.high,
    reference: point.published,
    text: shortText(point.value, plot.unit),
    description: describePoint(plot, point, labels),
    to: addressOf(point),
  }));
}

/** Rows of points, with the series in the name if there are several. */
export function toRows(
  plot: Plot,
  labels: Labels,
  addressOf: AddressOf,
): { points: IntervalPoint[]; domain: [number, number] } {
  const several = plot.series.length > 1;
  const points = known(plot).map((point): IntervalPoint => {
    const name = nameOf(plot, point, labels);
    const interval = formatInterval(point, plot.unit);
    return {
      key: markKey(point),
      label: several ? `${name} · ${labels.series(point.series)}` : name,
      value: point.value,
      low: point.low,
      high: point.high,
      reference: point.published,
      text: `${formatValue(point.value, plot.unit)}${interval === null ? "" : ` (${interval.replace(" to ", "–")})`}`,
      description: describePoint(plot, point, labels),
      to: addressOf(point),
    };
  });
  const numbers = points.flatMap(({ value, low, high, reference }) =>
    [value, low, high, reference ?? null].filter((each) => each !== null),
  );
  return {
    points,
    domain: domainOf(numbers, { fromZero: true, within: rangeOfUnit(plot.unit) }),
  };
}

export function toXYPoints(plot: Plot, labels: Labels, addressOf: AddressOf): XYPoint[] {
  return known(plot).flatMap((point) => {
    const x = placeOf(plot, point);
    if (x === null) return [];
    return [
      {
        key: markKey(point),
        series: point.series,
        x,
        name: plot.kind === "funnel" ? labels.key(point.key) : undefined,
        value: point.value,
        low: point.low,
        high: point.high,
        reference: point.published,
        description: describePoint(plot, point, labels),
        to: addressOf(point),
      },
    ];
  });
}

/** A bar for each key, its parts in the order of the series; published parts end in thin lines. */
export function toStacks(plot: Plot, labels: Labels, addressOf: AddressOf): StackedBar[] {
  const keys = [...new Set(plot.points.map(({ key }) => key))];
  return keys.map((key) => {
    const parts = plot.series.map((series) =>
      plot.points.find((point) => point.key === key && point.series === series),
    );
    const total = parts.reduce((sum, part) => sum + (part?.value ?? 0), 0);
    const present = parts.filter((part) => part !== undefined);
    const [first] = present;
    return {
      key,
      label: first === undefined ? labels.key(key) : nameOf(plot, first, labels),
      parts: parts.map((part) => {
        const to = part === undefined ? undefined : addressOf(part);
        return {
          value: part?.value ?? 0,
          label: shortText(part?.value ?? 0, plot.unit),
          link:
            part === undefined || to === undefined
              ? undefined
              : { to, description: describePoint(plot, part, labels) },
        };
      }),
      total: total === 0 ? "none" : shortText(total, plot.unit),
      description: present.map((part) => describePoint(plot, part, labels)).join(". "),
      references: referencesOf(parts),
    };
  });
}

/** Where the published parts end, from the ground up; nothing unless all of them are published. */
function referencesOf(parts: readonly (Point | undefined)[]): number[] {
  const published = parts.map((part) => part?.published ?? null);
  if (published.some((each) => each === null)) return [];
  return published.map((_, index) =>
    published.slice(0, index + 1).reduce<number>((sum, each) => sum + (each ?? 0), 0),
  );
}
