import { Card } from "@mantine/core";

import type { Leaderboard } from "@/api/leaderboard";
import { FigureFrame } from "@/components/charts/FigureFrame";
import { XYChart } from "@/components/charts/XYChart";
import type { XYPoint } from "@/components/charts/xyPaths";
import { formatScore, formatTick } from "@/components/format";
import { formatMetric, fullName, nameOfPeople } from "@/components/metricWords";
import type { KindPages } from "@/kinds/kindPages";
import { useKind } from "@/kinds/useKind";

const SERIES = [
  { key: "systems", label: "Systems" },
  { key: "people", label: "People" },
];

interface Placed extends XYPoint {
  readonly name: string;
}

/** Systems and people by both of their main scores, in per cent; those that lack one are left out. */
export function placedRows({ systems, people }: Leaderboard, axes: KindPages["axes"]): Placed[] {
  const rows = [
    ...systems.map(({ system, name, metrics, intervals }) => ({
      key: `system-${system}`,
      series: "systems",
      name,
      metrics,
      interval: intervals[axes.y] ?? null,
    })),
    ...people.map(({ who, non_null_annotations: nonNull, metrics }) => ({
      key: `${who}-${nonNull}`,
      series: "people",
      name: nameOfPeople(who, nonNull),
      metrics,
      interval: null,
    })),
  ];
  return rows.flatMap(({ key, series, name, metrics, interval }) => {
    const [x, y] = [metrics[axes.x], metrics[axes.y]];
    if (x === undefined || y === undefined) return [];
    const [low, high] = interval ?? [];
    return [
      {
        key,
        series,
        name,
        x: x * axes.scale,
        value: y * axes.scale,
        low: low === undefined ? null : low * axes.scale,
        high: high === undefined ? null : high * axes.scale,
        reference: null,
        description: `${name}: ${fullName(axes.y)} ${formatMetric(axes.y, y)}, ${fullName(axes.x)} ${formatMetric(axes.x, x)}`,
      },
    ];
  });
}

/** Long against short F1, or ROUGE-L against Disambig-F1, as a figure with its table and files. */
export function BoardPlot({ board }: { readonly board: Leaderboard }) {
  const { axes } = useKind(board.kind);
  const points = [...placedRows(board, axes)].sort((one, other) => one.x - other.x);
  if (points.length === 0) return null;
  const hasIntervals = points.some(({ low }) => low !== null);
  const [xLabel, yLabel] = [fullName(axes.x), fullName(axes.y)];
  return (
    <Card>
      <FigureFrame
        level={2}
        title={`${yLabel}, against ${xLabel}`}
        caption={
          hasIntervals
            ? "In per cent. A line through a system is the 95% interval of the score on the vertical axis."
            : "In per cent."
        }
        fileName={`leaderboard-${board.project}`}
        data={{
          columns: [
            { header: "Name" },
            { header: xLabel, format: formatScore },
            { header: yLabel, format: formatScore },
            { header: "95% interval from", format: formatScore },
            { header: "to", format: formatScore },
          ],
          rows: points.map(({ name, x, value, low, high }) => [name, x, value, low, high]),
        }}
      >
        {(drawing) => (
          <XYChart
            label={`${yLabel}, against ${xLabel}`}
            shape="points"
            series={SERIES.filter(({ key }) => points.some(({ series }) => series === key))}
            points={points}
            xLabel={`${xLabel}, per cent`}
            yLabel={`${yLabel}, per cent`}
            formatX={formatTick}
            formatY={formatTick}
            within={[0, 100]}
            referenceLabel="Published"
            drawing={drawing}
          />
        )}
      </FigureFrame>
    </Card>
  );
}
