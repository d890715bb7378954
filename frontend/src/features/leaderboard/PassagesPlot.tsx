import { Card } from "@mantine/core";

import type { Leaderboard } from "@/api/leaderboard";
import { FigureFrame } from "@/components/charts/FigureFrame";
import { XYChart } from "@/components/charts/XYChart";
import type { XYPoint } from "@/components/charts/xyPaths";
import { formatFixed, formatScore, formatTick } from "@/components/format";
import { formatMetric } from "@/components/metricWords";

const METRIC = "QA-F1";
/** As in the paper: `JPR@5` and `T5-O-5` are given five passages. */
const WITH_PASSAGES = /^(.*\S)[@-](\d+)$/;

interface PassagePoint extends XYPoint {
  readonly words: number | null;
}

/** Systems by number of passages, of each that was uploaded with two numbers or more. */
export function passagePoints({ systems }: Leaderboard): PassagePoint[] {
  const found = systems.flatMap(({ name, metrics, intervals }): PassagePoint[] => {
    const [, series, number] = WITH_PASSAGES.exec(name) ?? [];
    const value = metrics[METRIC];
    if (series === undefined || value === undefined) return [];
    const [low, high] = intervals[METRIC] ?? [];
    const words = metrics.length ?? null;
    const length = words === null ? "" : `, ${formatMetric("length", words)} words`;
    return [
      {
        key: name,
        series,
        x: Number(number),
        value,
        low: low ?? null,
        high: high ?? null,
        reference: null,
        words,
        description: `${name}: Disambig-F1 ${formatMetric(METRIC, value)}${length}`,
      },
    ];
  });
  const several = found.filter(({ series, x }) =>
    found.some((other) => other.series === series && other.x !== x),
  );
  return several.sort((one, other) => one.series.localeCompare(other.series) || one.x - other.x);
}

/** Disambig-F1 by number of passages (ASQA paper, figure 3), from several uploads of one system. */
export function PassagesPlot({ board }: { readonly board: Leaderboard }) {
  const points = passagePoints(board);
  if (points.length === 0) return null;
  const hasIntervals = points.some(({ low }) => low !== null);
  const series = [...new Set(points.map((point) => point.series))];
  return (
    <Card>
      <FigureFrame
        level={2}
        title="Disambig-F1 by number of passages"
        caption={`Systems named after their number of passages, such as JPR@5 and T5-O-5${hasIntervals ? ", with 95% intervals" : ""}.`}
        fileName={`passages-${board.project}`}
        data={{
          columns: [
            { header: "System" },
            { header: "Passages" },
            { header: "Disambig-F1", format: formatScore },
            { header: "95% interval from", format: formatScore },
            { header: "to", format: formatScore },
            { header: "Words", format: (words) => formatFixed(words, 1) },
          ],
          rows: points.map((each) => [
            each.series,
            each.x,
            each.value,
            each.low,
            each.high,
            each.words,
          ]),
        }}
      >
        {(drawing) => (
          <XYChart
            label="Disambig-F1 by number of passages"
            shape="line"
            series={series.map((key) => ({ key, label: key }))}
            points={points}
            xLabel="Passages"
            yLabel="Disambig-F1, per cent"
            formatX={formatTick}
            formatY={formatTick}
            wholeX
            within={[0, 100]}
            referenceLabel="Published"
            drawing={drawing}
          />
        )}
      </FigureFrame>
    </Card>
  );
}
