import type { ReactNode } from "react";

import { DrawnSubscripts } from "@/components/Subscripts";

import classes from "./charts.module.css";

export const LEGEND_HEIGHT = 26;
const SIGN = 14;
/** A little more than a letter's mean width, so that entries never touch. */
const LETTER = 7.4;

export interface Entry {
  readonly key: string;
  readonly label: string;
  /** A drawing of 14 by 14. */
  readonly sign: ReactNode;
}

function widthOf(label: string): number {
  return SIGN + 8 + label.length * LETTER + 24;
}

/** The place of each entry: from the left, in as many rows as the width needs. */
function placesOf(labels: readonly string[], width: number): { left: number; row: number }[] {
  let [left, row] = [0, 0];
  return labels.map((label) => {
    if (left > 0 && left + widthOf(label) > width) [left, row] = [0, row + 1];
    const place = { left, row };
    left += widthOf(label);
    return place;
  });
}

/** How high a legend is that has to fit a width. */
export function legendHeight(labels: readonly string[], width: number): number {
  return LEGEND_HEIGHT * ((placesOf(labels, width).at(-1)?.row ?? -1) + 1);
}

interface LegendProps {
  readonly x: number;
  readonly entries: readonly Entry[];
  /** Entries that go beyond it go into a further row. */
  readonly width?: number;
}

/** What signs mean, within the drawing so that files of it have it too. */
export function Legend({ x, entries, width = Number.POSITIVE_INFINITY }: LegendProps) {
  const places = placesOf(
    entries.map(({ label }) => label),
    width,
  );
  return (
    <g aria-hidden>
      {entries.map(({ key, label, sign }, index) => (
        <g
          key={key}
          transform={`translate(${x + (places[index]?.left ?? 0)} ${1 + (places[index]?.row ?? 0) * LEGEND_HEIGHT})`}
        >
          {sign}
          <text className={classes.text} x={SIGN + 8} y={12}>
            <DrawnSubscripts text={label} />
          </text>
        </g>
      ))}
    </g>
  );
}
