import { domainOf } from "@/components/charts/Axes";
import charts from "@/components/charts/charts.module.css";

import type { Figure } from "../shape";

const WIDTH = 200;
const HEIGHT = 18;
const MIDDLE = HEIGHT / 2;

/** From where to where numbers of a unit can be. */
export function rangeOfUnit(unit: string): readonly [number, number] | undefined {
  if (unit === "share") return [0, 1];
  if (unit === "coefficient") return [-1, 1];
  return undefined;
}

/**
 * A figure on its scale: its interval, and the published value as a thin line. The text says it
 * too.
 */
export function IntervalStrip({ figure }: { readonly figure: Figure }) {
  const { value, low, high, published, unit } = figure;
  // A single point on a line says nothing.
  if (value === null || (low === null && published === null)) return null;
  const numbers = [value, low, high, published].filter((each) => each !== null);
  // A difference of two shares may be below zero.
  const least = numbers.some((number) => number < 0) ? -1 : 0;
  const [from, to] =
    unit === "share"
      ? [least, 1]
      : domainOf(numbers, { fromZero: true, within: rangeOfUnit(unit) });
  const at = (number: number) => 4 + ((number - from) / (to - from)) * (WIDTH - 8);
  return (
    <svg
      className={`${charts.palette ?? ""} ${charts.drawing ?? ""}`}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      width={WIDTH}
      height={HEIGHT}
      aria-hidden
    >
      <path className={charts.grid} d={`M4 ${MIDDLE}H${WIDTH - 4}`} />
      {published !== null && (
        <path className={charts.reference} d={`M${at(published)} 1V${HEIGHT - 1}`} />
      )}
      {low !== null && high !== null && (
        <path className={charts.interval} d={`M${at(low)} ${MIDDLE}H${at(high)}`} />
      )}
      <circle className={charts.point} cx={at(value)} cy={MIDDLE} r={4.5} />
    </svg>
  );
}
