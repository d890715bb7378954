import {
  formatCoefficient,
  formatCount,
  formatDate,
  formatDuration,
  formatNumber,
  formatPercent,
  formatTick as formatNumberOfTick,
} from "@/components/format";

const MILLISECONDS_PER_DAY = 86_400_000;
/** From here on a duration reads better in minutes. */
const LONGEST_IN_SECONDS = 120;

/** A number from 0 on with at most this many decimals; it reads as none only if it is. */
function amount(value: number, decimals: number): string {
  const shown = formatNumber(value, decimals);
  return shown === "0" && value > 0 ? `<${formatNumber(10 ** -decimals, decimals)}` : shown;
}

/** Days since 1970-01-01 as a date. */
function dateOfDay(day: number): string {
  return new Date(day * MILLISECONDS_PER_DAY).toISOString().slice(0, 10);
}

/** Days since 1970-01-01 of a date such as `2026-11-01`; null for anything else. */
export function dayOfDate(date: string): number | null {
  const at = /^\d{4}-\d{2}-\d{2}/.test(date) ? Date.parse(date) : Number.NaN;
  return Number.isNaN(at) ? null : at / MILLISECONDS_PER_DAY;
}

/** The day of a moment in UTC, as all days of statistics are. */
export function dayOf(moment: string | number): string {
  return new Date(moment).toISOString().slice(0, 10);
}

/** Seconds as they read best; a difference may be below zero. */
function seconds(value: number): string {
  if (Math.abs(value) < LONGEST_IN_SECONDS) return `${formatNumber(value, 1)} s`;
  return value < 0 ? `−${formatDuration(-value)}` : formatDuration(value);
}

/** A number of a report as its unit reads. Dates are days since 1970-01-01. */
export function formatValue(value: number | null, unit: string): string {
  if (value === null) return "–";
  switch (unit) {
    case "share":
      return formatPercent(value);
    case "seconds":
      return seconds(value);
    case "bits":
      return `${amount(value, 2)} ${value === 1 ? "bit" : "bits"}`;
    case "words":
      return `${amount(value, 1)} ${value === 1 ? "word" : "words"}`;
    case "count":
      return Number.isInteger(value) ? formatCount(value) : amount(value, 1);
    case "coefficient":
      return formatCoefficient(value);
    case "per_day":
      return `${amount(value, 1)} a day`;
    case "date":
      return formatDate(dateOfDay(value));
    default:
      return formatNumber(value, 3);
  }
}

/** A number beside an axis: as `formatValue`, without the unit's word. */
export function formatTick(value: number, unit: string): string {
  switch (unit) {
    case "share":
      return `${formatNumberOfTick(value * 100)}%`;
    case "date":
      return new Date(value * MILLISECONDS_PER_DAY).toLocaleDateString("en-GB", {
        day: "numeric",
        month: "short",
        timeZone: "UTC",
      });
    default:
      return formatNumberOfTick(value);
  }
}

const UNIT_NAMES: Readonly<Record<string, string>> = {
  share: "Share",
  seconds: "Seconds",
  bits: "Bits",
  words: "Words",
  count: "Number",
  coefficient: "Coefficient",
  per_day: "A day",
  date: "Date",
};

/** The name of an axis without its own words. */
export function unitName(unit: string): string {
  return UNIT_NAMES[unit] ?? "";
}

interface Interval {
  readonly low: number | null;
  readonly high: number | null;
}

/** `37.6–41%`, `93.7–103.9 s`, `1 min 50 s to 2 min 10 s`; null where an interval lacks an end. */
export function formatInterval({ low, high }: Interval, unit: string): string | null {
  if (low === null || high === null) return null;
  const [first, last] = [formatValue(low, unit), formatValue(high, unit)];
  if (first === last) return first;
  const ending = /(%| s| bits?| words?| a day)$/.exec(last)?.[0] ?? "";
  const isShort = first.endsWith(ending) && !/\d [a-z]+ \d/i.test(first + last);
  if (!isShort || low < 0) return `${first} to ${last}`;
  return `${first.slice(0, first.length - ending.length)}–${last}`;
}
