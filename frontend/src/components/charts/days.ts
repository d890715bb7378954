const MILLISECONDS_PER_DAY = 86_400_000;
/** From a single day to the sides of its axis. */
const BESIDE = 0.5;

function dateOf(day: number): Date {
  return new Date(day * MILLISECONDS_PER_DAY);
}

/** From the first day to the last, as days since 1970-01-01; a single one stands in the middle. */
export function dayDomain(days: readonly number[]): [number, number] {
  const [first, last] = endsOf(days);
  return first === last ? [first - BESIDE, last + BESIDE] : [first, last];
}

function endsOf(days: readonly number[]): [number, number] {
  return days.length === 0 ? [0, 0] : [Math.min(...days), Math.max(...days)];
}

/** Whole days at the same distances from the first to the last, at most so many. */
export function dayTicks(days: readonly number[], most: number): number[] {
  if (days.length === 0) return [];
  const [first, last] = endsOf(days).map(Math.floor) as [number, number];
  const step = Math.max(1, Math.ceil((last - first) / Math.max(1, most - 1)));
  const ticks = [];
  for (let day = first; day <= last; day += step) ticks.push(day);
  return ticks;
}

/** How the axis names days: with their year where they are of more than one. */
export function dayFormat(days: readonly number[]): (day: number) => string {
  const [first, last] = endsOf(days);
  const isOneYear = dateOf(first).getUTCFullYear() === dateOf(last).getUTCFullYear();
  return (day) =>
    dateOf(day).toLocaleDateString("en-GB", {
      day: "numeric",
      month: "short",
      ...(!isOneYear && { year: "numeric" }),
      timeZone: "UTC",
    });
}
