import { Card, SegmentedControl } from "@mantine/core";
import { useState } from "react";

import type { Results, SystemResults } from "@/api/comparisons";
import type { FigureData } from "@/components/charts/figureData";
import { FigureFrame } from "@/components/charts/FigureFrame";
import { type IntervalPoint, PointsWithIntervals } from "@/components/charts/PointsWithIntervals";

import { percent, range, SCORES } from "./figures";

type ScoreKey = (typeof SCORES)[number]["key"];

const FULL: readonly [number, number] = [0, 100];

interface ScoresChartProps {
  readonly systems: readonly SystemResults[];
  readonly published: Results["published"];
}

/** One of the four scores at a time, every system with its interval. */
export function ScoresChart({ systems, published }: ScoresChartProps) {
  const [chosen, setChosen] = useState<ScoreKey>("acc");
  const score = SCORES.find(({ key }) => key === chosen) ?? SCORES[0];
  const points = pointsOf(systems, published, score.key);
  if (points.length === 0) return null;
  return (
    <Card>
      <SegmentedControl
        aria-label="Score"
        size="sm"
        mb="md"
        w="fit-content"
        data={SCORES.map(({ key, label }) => ({ value: key, label }))}
        value={chosen}
        onChange={(value) => setChosen(SCORES.find(({ key }) => key === value)?.key ?? "acc")}
      />
      <FigureFrame
        title={`${score.label}: ${score.what.toLowerCase()}`}
        caption="In per cent, with 95% intervals over questions. Intervals need 10 questions."
        fileName={`comparison-${score.key}`}
        data={dataOf(points)}
      >
        {(drawing) => (
          <PointsWithIntervals
            label={`${score.label} of every system`}
            points={points}
            domain={FULL}
            formatTick={String}
            legend={{ point: "This study", reference: "The paper" }}
            drawing={drawing}
          />
        )}
      </FigureFrame>
    </Card>
  );
}

/** A score of every system that has one, with the paper's for systems of the same name. */
export function pointsOf(
  systems: readonly SystemResults[],
  published: Results["published"],
  key: ScoreKey,
): IntervalPoint[] {
  return systems.flatMap((system) => {
    const score = system[key];
    if (score === null) return [];
    const reference = published.find(({ name }) => name === system.name)?.[key] ?? null;
    const text = percent(score.value) + (score.low === null ? "" : ` (${range(score)})`);
    const asPublished = reference === null ? "" : `, in the paper ${percent(reference)}`;
    return [
      {
        key: system.name,
        label: system.name,
        value: score.value,
        low: score.low,
        high: score.high,
        reference,
        text,
        description: `${system.name}: ${text}${asPublished}`,
      },
    ];
  });
}

function dataOf(points: readonly IntervalPoint[]): FigureData {
  const format = (value: number) => percent(value);
  return {
    columns: [
      { header: "System" },
      { header: "Score", format },
      { header: "From", format },
      { header: "To", format },
      { header: "In the paper", format },
    ],
    rows: points.map(({ label, value, low, high, reference }) => [
      label,
      value,
      low,
      high,
      reference ?? null,
    ]),
  };
}
