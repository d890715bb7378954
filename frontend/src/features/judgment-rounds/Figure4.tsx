import type { Target } from "@/api/judging";
import type { Gathered } from "@/api/judgmentReports";
import type { FigureData } from "@/components/charts/figureData";
import { FigureFrame } from "@/components/charts/FigureFrame";
import { type StackedBar, StackedBars } from "@/components/charts/StackedBars";
import { count, formatPercent } from "@/components/format";
import { VERDICTS, VERDICT_WORDS } from "@/components/verdicts";

type FigureBar = NonNullable<Gathered["bars"]>[number];

const SERIES = VERDICTS.map((verdict) => ({ key: verdict, label: VERDICT_WORDS[verdict].name }));

function name({ low, high }: FigureBar): string {
  return `(${low}, ${high}]`;
}

/** Bars as the drawing wants them: correct at the ground, wrong on top, as in the paper. */
export function toStackedBars(bars: readonly FigureBar[]): StackedBar[] {
  return bars.map((bar) => ({
    key: name(bar),
    label: `${Math.round(bar.low * 100)}–${Math.round(bar.high * 100)}%`,
    parts: VERDICTS.map((verdict) => ({
      value: bar.verdicts[verdict].share,
      label: String(bar.verdicts[verdict].count),
    })),
    total: bar.count === 0 ? "none" : formatPercent(bar.share),
    description: [
      `μ in ${name(bar)}: ${formatPercent(bar.share)} of draws (${bar.count})`,
      ...VERDICTS.map((verdict) => {
        const { count: hits, share } = bar.verdicts[verdict];
        return `${VERDICT_WORDS[verdict].name} ${formatPercent(share)} (${hits})`;
      }),
    ].join("; "),
  }));
}

function toTable(bars: readonly FigureBar[]): FigureData {
  return {
    columns: [
      { header: "μ" },
      { header: "Draws" },
      { header: "Share", format: formatPercent },
      ...VERDICTS.flatMap((verdict) => [
        { header: `${VERDICT_WORDS[verdict].name}, draws` },
        { header: `${VERDICT_WORDS[verdict].name}, share`, format: formatPercent },
      ]),
    ],
    rows: bars.map((bar) => [
      name(bar),
      bar.count,
      bar.share,
      ...VERDICTS.flatMap((verdict) => [bar.verdicts[verdict].count, bar.verdicts[verdict].share]),
    ]),
  };
}

interface Figure4Props {
  readonly bars: readonly FigureBar[];
  readonly draws: number;
  readonly annotations: number;
  readonly target: Target;
}

/** Figure 4 of the paper: how often annotators found an answer, against the experts' consensus. */
export function Figure4({ bars, draws, annotations, target }: Figure4Props) {
  return (
    <FigureFrame
      title="Figure 4: share of examples by how many annotators answered"
      caption={`μ is the share of an example’s ${annotations} annotations that have a ${target} answer. A bar’s height is its share of ${count(draws, "draw")}, split by the experts’ consensus. The numbers count draws. μ = 0.4 falls in 20–40%.`}
      fileName="figure-4"
      data={toTable(bars)}
    >
      {(drawing) => (
        <StackedBars
          drawing={drawing}
          label="Share of examples by how many annotators answered"
          series={SERIES}
          bars={toStackedBars(bars)}
          xLabel={`Annotations with a ${target} answer (μ)`}
          yLabel="Share of examples"
        />
      )}
    </FigureFrame>
  );
}
