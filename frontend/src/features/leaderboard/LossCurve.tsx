import type { Epoch } from "@/api/readers";
import { FigureFrame } from "@/components/charts/FigureFrame";
import { XYChart } from "@/components/charts/XYChart";
import type { XYPoint } from "@/components/charts/xyPaths";
import { formatScore, formatTick } from "@/components/format";

const DIGITS = 3;

function percent(share: number): string {
  return formatScore(share * 100);
}

/** A point for each epoch, counted from 1. */
export function lossPoints(epochs: readonly Epoch[]): XYPoint[] {
  return epochs.map(({ loss, long_f1: long, short_f1: short }, index) => ({
    key: String(index + 1),
    series: "loss",
    x: index + 1,
    value: loss,
    low: null,
    high: null,
    reference: null,
    description: `Epoch ${index + 1}: loss ${loss.toFixed(DIGITS)}, F1 on dev ${percent(long)} for long answers and ${percent(short)} for short ones`,
  }));
}

/** How the loss of a training went down, an epoch after the other. */
export function LossCurve({
  name,
  epochs,
}: {
  readonly name: string;
  readonly epochs: readonly Epoch[];
}) {
  return (
    <FigureFrame
      level={2}
      title={`Loss of ${name}`}
      caption="The mean of each epoch’s batches, on the split that it learns from. F1 is on the split that thresholds are chosen on."
      fileName="loss"
      data={{
        columns: [
          { header: "Epoch" },
          { header: "Loss", format: (value) => value.toFixed(DIGITS) },
          { header: "Long answers, F1", format: percent },
          { header: "Short answers, F1", format: percent },
        ],
        rows: epochs.map((each, index) => [index + 1, each.loss, each.long_f1, each.short_f1]),
      }}
    >
      {(drawing) => (
        <XYChart
          label={`Loss of ${name} by epoch`}
          shape="line"
          series={[{ key: "loss", label: "Loss" }]}
          points={lossPoints(epochs)}
          xLabel="Epoch"
          yLabel="Loss"
          formatX={formatTick}
          formatY={formatTick}
          wholeX
          referenceLabel=""
          drawing={drawing}
        />
      )}
    </FigureFrame>
  );
}
