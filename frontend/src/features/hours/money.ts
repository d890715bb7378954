import { LOCALE } from "@/components/format";

/** An amount such as "1234.50" with its currency, which may be "". */
export function formatMoney(amount: string | null, currency: string): string {
  if (amount === null) return "–";
  return `${withDecimals(Number(amount), 2)} ${currency}`.trimEnd();
}

/** *120.00–180.00 EUR*; null without an interval. */
export function formatMoneyRange(
  low: string | null,
  high: string | null,
  currency: string,
): string | null {
  return low === null || high === null
    ? null
    : `${formatMoney(low, "")}–${formatMoney(high, currency)}`;
}

/** Active time in hours, as time sheets have it. */
export function formatHours(seconds: number): string {
  return seconds === 0 ? "–" : withDecimals(seconds / 3600, 1);
}

function withDecimals(value: number, decimals: number): string {
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  return value.toLocaleString(LOCALE, digits);
}
