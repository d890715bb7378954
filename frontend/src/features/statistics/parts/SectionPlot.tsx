import { Card, Text, Title } from "@mantine/core";
import type { Ref } from "react";

import { Bars } from "@/components/charts/Bars";
import { dayFormat } from "@/components/charts/days";
import { FigureFrame } from "@/components/charts/FigureFrame";
import { PointsWithIntervals } from "@/components/charts/PointsWithIntervals";
import { StackedBars, topOf } from "@/components/charts/StackedBars";
import { XYChart } from "@/components/charts/XYChart";
import { formatTick, unitName } from "@/components/figures/values";
import { wordOf } from "@/kinds/words";

import type { Plot, Point } from "../shape";
import { rangeOfUnit } from "./IntervalStrip";
import { MissingNote } from "./MissingNote";
import { type Labels, labelsOf, tableOf } from "./plotData";
import { toBars, toRows, toStacks, toXYPoints } from "./plotMarks";
import { useAddressOf } from "./ReportContext";

/** More bars than these are drawn as rows, in which each has room for its name. */
const MOST_BARS = 14;
const REFERENCE = "Published";

interface SectionPlotProps {
  readonly section: string;
  readonly plot: Plot;
  /** What keys and series are called, where words don't say it: people, questions. */
  readonly labels?: Partial<Labels>;
  /** Where a point leads; without it, to its examples. */
  readonly addressOf?: (point: Point) => string | undefined;
}

/** A plot by its kind, with its table, its files and thin lines for published values. */
export function SectionPlot({ section, plot, labels: given, addressOf }: SectionPlotProps) {
  const toExamples = useAddressOf();
  const { label, explanation, x, y } = wordOf(section, plot.name);
  const labels = { ...labelsOf(section), ...given };
  const xLabel = x ?? (plot.x === "date" ? "Date" : "");
  if (plot.missing !== null || plot.points.length === 0) {
    return (
      <Card>
        <Title order={3} mb={4}>
          {label}
        </Title>
        {plot.missing === null ? (
          <Text size="sm">Nothing to draw yet.</Text>
        ) : (
          <MissingNote missing={plot.missing} />
        )}
      </Card>
    );
  }
  return (
    <Card>
      <FigureFrame
        title={label}
        caption={captionOf(plot, explanation ?? "")}
        fileName={plot.name.replaceAll("_", "-")}
        data={tableOf(plot, labels, xLabel)}
      >
        {(drawing) => (
          <Drawing
            plot={plot}
            label={label}
            labels={labels}
            xLabel={xLabel}
            yLabel={y ?? unitName(plot.unit)}
            addressOf={addressOf ?? toExamples}
            drawing={drawing}
          />
        )}
      </FigureFrame>
    </Card>
  );
}

/** What the plot is, and why points have no interval. */
export function captionOf({ no_interval: gap }: Plot, explanation: string) {
  if (gap == null) return explanation;
  return `${explanation} Some points have no 95% interval. The first of them has none for this reason: ${gap.reason}`.trim();
}

interface DrawingProps {
  readonly plot: Plot;
  readonly label: string;
  readonly labels: Labels;
  readonly xLabel: string;
  readonly yLabel: string;
  readonly addressOf: (point: Point) => string | undefined;
  readonly drawing: Ref<SVGSVGElement>;
}

function Drawing({ plot, labels, addressOf, ...shared }: DrawingProps) {
  const series = plot.series.map((key) => ({ key, label: labels.series(key) }));
  const formatY = (value: number) => formatTick(value, plot.unit);
  const within = rangeOfUnit(plot.unit);
  if (plot.kind === "stacked") {
    const bars = toStacks(plot, labels, addressOf);
    return (
      <StackedBars
        {...shared}
        series={series}
        bars={bars}
        formatY={formatY}
        top={plot.unit === "share" ? topOf(bars) : highestOf(bars) * 1.08}
      />
    );
  }
  if (plot.kind !== "bars" && plot.x !== "category") {
    const points = toXYPoints(plot, labels, addressOf);
    const isInDays = plot.x === "date";
    const formatDay = dayFormat(points.map(({ x }) => x));
    return (
      <XYChart
        {...shared}
        shape={plot.kind}
        series={series}
        points={points}
        isInDays={isInDays}
        formatX={(value) => (isInDays ? formatDay(value) : formatTick(value, "count"))}
        formatY={formatY}
        within={within}
        referenceLabel={REFERENCE}
      />
    );
  }
  const bars = toBars(plot, labels, addressOf);
  const categories = [...new Map(bars.map((bar) => [bar.category, bar.name])).entries()].map(
    ([key, label]) => ({ key, label }),
  );
  if (plot.kind === "bars" && categories.length <= MOST_BARS) {
    return (
      <Bars
        {...shared}
        categories={categories}
        series={series}
        bars={bars}
        formatY={formatY}
        within={within}
        referenceLabel={REFERENCE}
      />
    );
  }
  const { points, domain } = toRows(plot, labels, addressOf);
  return (
    <PointsWithIntervals
      label={shared.label}
      drawing={shared.drawing}
      points={points}
      domain={domain}
      formatTick={formatY}
      legend={{
        point: points.some(({ low }) => low !== null) ? "Here, with its 95% interval" : "Here",
        reference: REFERENCE,
      }}
    />
  );
}

function highestOf(bars: readonly { readonly parts: readonly { readonly value: number }[] }[]) {
  return Math.max(
    ...bars.map(({ parts }) => parts.reduce((sum, { value }) => sum + value, 0)),
    Number.MIN_VALUE,
  );
}
