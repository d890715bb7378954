import type { FigureData } from "@/components/charts/figureData";
import { dayOfDate, formatInterval, formatValue } from "@/components/figures/values";
import { formatNumber, formatTick } from "@/components/format";
import { keyLabel, wordOf } from "@/kinds/words";

import type { Plot, Point } from "../shape";

/** How a plot's points are called; a page that knows their names, such as people's, says so. */
export interface Labels {
  readonly key: (key: string) => string;
  readonly series: (series: string) => string;
}

export function labelsOf(section: string): Labels {
  return {
    key: (key) => keyLabel(section, key),
    series: (series) => wordOf(section, series).label,
  };
}

/** A point's place on an axis of numbers or days; null if it has none. */
export function placeOf(plot: Plot, { x, key }: Point): number | null {
  if (plot.x === "date") return dayOfDate(key) ?? x;
  if (x !== null) return x;
  const number = Number(key);
  return key === "" || Number.isNaN(number) ? null : number;
}

/** Whether points are called by their keys although their axis has numbers. */
function isNamed({ kind, x }: Plot): boolean {
  return x === "number" && kind !== "line";
}

/** What a point is called: its category, its number, its date. */
export function nameOf(plot: Plot, point: Point, labels: Labels): string {
  if (plot.x === "category") return labels.key(point.key);
  const place = placeOf(plot, point);
  if (plot.x === "date" && place !== null) return formatValue(place, "date");
  return isNamed(plot) || place === null ? labels.key(point.key) : formatTick(place);
}

function placeText(place: number | null): string {
  return place === null ? "–" : formatNumber(place, 2);
}

/** All numbers of a point in a sentence, for pointer and screen reader. */
export function describePoint(plot: Plot, point: Point, labels: Labels): string {
  const { unit } = plot;
  const interval = formatInterval(point, unit);
  const isLimit = plot.kind === "funnel" || plot.kind === "control";
  const parts = [
    `${nameOf(plot, point, labels)}: ${formatValue(point.value, unit)}`,
    plot.kind !== "funnel" && isNamed(plot) ? `at ${placeText(placeOf(plot, point))}` : "",
    interval === null ? "" : `${isLimit ? "limits" : "95%"} ${interval}`,
    point.count === null
      ? ""
      : point.total === null
        ? `n = ${formatValue(point.count, "count")}`
        : `${formatValue(point.count, "count")} of ${formatValue(point.total, "count")}`,
    point.published === null ? "" : `published ${formatValue(point.published, unit)}`,
    point.examples === null ? "" : "opens its examples",
  ];
  const series = plot.series.length > 1 ? `${labels.series(point.series)}, ` : "";
  return series + parts.filter(Boolean).join("; ");
}

/** A plot's numbers as table and files have them: only the columns that say something. */
export function tableOf(plot: Plot, labels: Labels, xName: string): FigureData {
  const { points, unit } = plot;
  const value = (number: number) => formatValue(number, unit);
  const isLimit = plot.kind === "funnel" || plot.kind === "control";
  const columns = [
    {
      header: isNamed(plot) || xName === "" ? "Name" : xName,
      cell: (point: Point) => nameOf(plot, point, labels),
      isShown: true,
    },
    {
      header: xName === "" ? "Place on the axis" : xName,
      cell: (point: Point) => placeOf(plot, point),
      format: placeText,
      isShown: isNamed(plot),
    },
    {
      header: "Series",
      cell: ({ series }: Point) => labels.series(series),
      isShown: plot.series.length > 1,
    },
    { header: "Value", cell: (point: Point) => point.value, format: value, isShown: true },
    {
      header: isLimit ? "Lower limit" : "Low (95%)",
      cell: (point: Point) => point.low,
      format: value,
      isShown: points.some(({ low }) => low !== null),
    },
    {
      header: isLimit ? "Upper limit" : "High (95%)",
      cell: (point: Point) => point.high,
      format: value,
      isShown: points.some(({ high }) => high !== null),
    },
    {
      header: "Count",
      cell: (point: Point) => point.count,
      isShown: points.some(({ count }) => count !== null),
    },
    {
      header: "Of",
      cell: (point: Point) => point.total,
      isShown: points.some(({ total }) => total !== null),
    },
    {
      header: "Published",
      cell: (point: Point) => point.published,
      format: value,
      isShown: points.some(({ published }) => published !== null),
    },
  ].filter(({ isShown }) => isShown);
  return {
    columns: columns.map(({ header, format }) =>
      format === undefined ? { header } : { header, format },
    ),
    rows: points.map((point) => columns.map(({ cell }) => cell(point))),
  };
}

/** A number above a bar, short. */
export function shortText(value: number, unit: string): string {
  return formatValue(value, unit === "per_day" ? "count" : unit);
}
