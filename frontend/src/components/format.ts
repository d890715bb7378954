/** Numbers, shares, times and durations in words, the same on every page. */

export const LOCALE = "en-GB";
const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export function formatCount(value: number): string {
  return value.toLocaleString(LOCALE);
}

/** `count(1, "example")` is *1 example*, `count(2, "example")` is *2 examples*. */
export function count(value: number, noun: string, plural = `${noun}s`): string {
  return `${formatCount(value)} ${value === 1 ? noun : plural}`;
}

/** A share between 0 and 1 as whole percent; a little and nearly all never read as none and all. */
export function formatShare(share: number | null): string {
  if (share === null) return "–";
  const percent = share * 100;
  if (percent > 0 && percent < 1) return "<1%";
  if (percent < 100 && percent > 99) return "99%";
  return `${Math.round(percent)}%`;
}

/** A number with at most this many decimals, grouped, with a real minus sign but for 0. */
export function formatNumber(value: number, decimals: number): string {
  const shown = value.toLocaleString(LOCALE, { maximumFractionDigits: decimals });
  return shown === "-0" ? "0" : shown.replace("-", "−");
}

/** What a sum of shares may miss the whole by. */
const HAIR = 1e-9;

/**
 * A share, or a difference of two, as percent with at most one decimal; it shows 0% only for none
 * and 100% only for all.
 */
export function formatPercent(share: number): string {
  if (share < 0) return `−${formatPercent(-share)}`.replace("−<", ">−").replace("−>", "<−");
  const shown = formatNumber(share * 100, 1);
  if (shown === "0" && share > 0) return "<0.1%";
  return shown === "100" && share < 1 - HAIR ? ">99.9%" : `${shown}%`;
}

/**
 * A score in per cent with one decimal and no sign, as in the papers' tables; it shows 0.0 only for
 * none and 100.0 only for all.
 */
export function formatScore(percent: number): string {
  const shown = formatFixed(percent, 1);
  if (shown === "0.0" && percent > 0) return "<0.1";
  return shown === "100.0" && percent / 100 < 1 - HAIR ? ">99.9" : shown;
}

/** A number beside an axis, which is round: to round it further would say it twice or wrongly. */
export function formatTick(value: number): string {
  return formatNumber(value, 6);
}

/** A number with this many decimals and, if it doesn't read as 0, a real minus sign. */
export function formatFixed(value: number, decimals: number): string {
  const shown = value.toFixed(decimals);
  return shown.replace("-", Number(shown) === 0 ? "" : "−");
}

/** A mean with one decimal. */
export function formatMean(mean: number | null): string {
  return mean === null ? "–" : mean.toLocaleString(LOCALE, { maximumFractionDigits: 1 });
}

/** A coefficient or a strength with two decimals. */
export function formatCoefficient(value: number | null | undefined): string {
  return value == null ? "–" : formatFixed(value, 2);
}

/** With its sign, a real minus, if it doesn't read as zero; `format` writes what has none. */
function signed(value: number, format: (value: number) => string): string {
  const shown = format(Math.abs(value));
  if (!/[1-9]/.test(shown)) return shown;
  return `${value > 0 ? "+" : "−"}${shown}`;
}

export interface Difference {
  readonly difference: number;
  readonly interval: readonly number[] | null;
}

/** A difference with its interval: `+2.1 (+0.4 to +3.8)`, each number as `format` writes it. */
export function formatDifference(
  { difference, interval }: Difference,
  format: (value: number) => string,
): string {
  const [low, high] = interval ?? [];
  if (low === undefined || high === undefined) return signed(difference, format);
  return `${signed(difference, format)} (${signed(low, format)} to ${signed(high, format)})`;
}

/** Whether the interval of a difference leaves out 0. */
export function isClear({ interval }: Pick<Difference, "interval">): boolean {
  const [low, high] = interval ?? [];
  return low !== undefined && high !== undefined && (low > 0 || high < 0);
}

/** 42 s, 3 min 20 s, 2 h 5 min, 3 d 4 h. */
export function formatDuration(seconds: number | null): string {
  if (seconds === null) return "–";
  const whole = Math.round(seconds);
  const parts: [number, string][] = [
    [Math.floor(whole / DAY), "d"],
    [Math.floor((whole % DAY) / HOUR), "h"],
    [Math.floor((whole % HOUR) / MINUTE), "min"],
    [whole % MINUTE, "s"],
  ];
  const first = parts.findIndex(([amount]) => amount > 0);
  if (first === -1) return "0 s";
  return parts
    .slice(first, first + 2)
    .filter(([amount]) => amount > 0)
    .map(([amount, unit]) => `${amount} ${unit}`)
    .join(" ");
}

/** To the minute: 0 min, 42 min, 2 h 5 min. */
export function formatMinutes(seconds: number): string {
  const whole = Math.round(seconds / MINUTE) * MINUTE;
  return whole === 0 ? "0 min" : formatDuration(whole);
}

/** A day such as `2026-11-01` is the same everywhere; a point in time is shown in local time. */
export function formatDate(iso: string): string {
  return new Date(iso).toLocaleDateString(LOCALE, {
    day: "numeric",
    month: "short",
    year: "numeric",
    ...(isDay(iso) && { timeZone: "UTC" }),
  });
}

/** Whether a text is a day such as `2026-11-01`, and no 99th month. */
export function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));
}

export function formatDateTime(iso: string): string {
  return new Date(iso).toLocaleString(LOCALE, {
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
  });
}

/** The local day of a moment: Monday, 2 November 2026. */
export function formatDay(iso: string): string {
  return new Date(iso).toLocaleDateString(LOCALE, {
    weekday: "long",
    day: "numeric",
    month: "long",
    year: "numeric",
  });
}

/** The local time of a moment: 14:05. */
export function formatTime(iso: string): string {
  return new Date(iso).toLocaleTimeString(LOCALE, { hour: "2-digit", minute: "2-digit" });
}

/** Days of the calendar, in local time, from one moment to another. */
function daysBetween(from: Date, to: Date): number {
  const dayOf = (at: Date) => Date.UTC(at.getFullYear(), at.getMonth(), at.getDate());
  return (dayOf(to) - dayOf(from)) / (DAY * 1000);
}

/** *just now*, *5 min ago*, *in 2 hr*, *yesterday*, and the date when it is over a week away. */
export function formatRelative(iso: string, now: Date): string {
  const at = new Date(iso);
  const seconds = (at.getTime() - now.getTime()) / 1000;
  const distance = Math.abs(seconds);
  if (distance < 45) return "just now";
  if (distance > 7 * DAY) return formatDate(iso);
  const words = new Intl.RelativeTimeFormat(LOCALE, { numeric: "auto", style: "short" });
  const minutes = Math.round(seconds / MINUTE);
  if (Math.abs(minutes) < 60) return words.format(minutes, "minute");
  const hours = Math.round(seconds / HOUR);
  if (Math.abs(hours) < 24) return words.format(hours, "hour");
  return words.format(daysBetween(now, at), "day");
}
