import { Card } from "@mantine/core";

import type { EncoderRow } from "@/api/retrieval";
import { FigureFrame } from "@/components/charts/FigureFrame";
import { XYChart } from "@/components/charts/XYChart";
import type { XYPoint } from "@/components/charts/xyPaths";
import { formatTick } from "@/components/format";

import { formatEnds, formatFigure, type Kind } from "./words";

/** R@N of each encoder as points of its line, by N. */
export function curvePoints(encoders: readonly EncoderRow[], kind: Kind): XYPoint[] {
  return encoders.flatMap(({ id, name, ...row }) =>
    row[`${kind}_curve`].map(({ n, value, interval }) => {
      const ends = formatEnds(interval);
      const about = ends === null ? "" : ` (95% interval ${ends})`;
      return {
        key: `${id}-${n}`,
        series: String(id),
        x: n,
        value,
        low: interval?.[0] ?? null,
        high: interval?.[1] ?? null,
        reference: null,
        description: `${name}: R@${n} ${formatFigure(value)}${about}`,
      };
    }),
  );
}

interface RecallCurveProps {
  readonly encoders: readonly EncoderRow[];
  readonly kind: Kind;
  readonly fileName: string;
}

const TITLES = {
  sentence: "Recall of sentences over N",
  document: "Recall of paragraphs over N",
} as const;

/** The share of questions with a right one among the first N, for each encoder. */
export function RecallCurve({ encoders, kind, fileName }: RecallCurveProps) {
  const points = curvePoints(encoders, kind);
  const hasIntervals = points.some(({ low }) => low !== null);
  const names = new Map(encoders.map(({ id, name }) => [String(id), name]));
  return (
    <Card>
      <FigureFrame
        level={2}
        title={TITLES[kind]}
        caption={`The share of questions with a right one among the first N.${hasIntervals ? " The band is the 95% interval." : ""}`}
        fileName={fileName}
        data={{
          columns: [
            { header: "Encoder" },
            { header: "N" },
            { header: "R@N", format: formatFigure },
            { header: "95% interval from", format: formatFigure },
            { header: "to", format: formatFigure },
          ],
          rows: points.map(({ series, x, value, low, high }) => [
            names.get(series) ?? "",
            x,
            value,
            low,
            high,
          ]),
        }}
      >
        {(drawing) => (
          <XYChart
            label={TITLES[kind]}
            shape="line"
            series={[...names].map(([key, label]) => ({ key, label }))}
            points={points}
            xLabel="N"
            yLabel="R@N"
            formatX={formatTick}
            formatY={formatTick}
            wholeX
            within={[0, 1]}
            referenceLabel="Published"
            drawing={drawing}
          />
        )}
      </FigureFrame>
    </Card>
  );
}
