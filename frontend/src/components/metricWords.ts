/** What the metrics and the people of a leaderboard are called. */

import {
  count,
  type Difference,
  formatDifference,
  formatFixed,
  formatNumber,
  formatScore,
} from "./format";

/** So many annotations with an answer make an example of Natural Questions answerable. */
export const USUAL_THRESHOLD = 2;

interface Metric {
  readonly label: string;
  /** Long or short answers, if a metric is about one of them. */
  readonly part?: "Long answers" | "Short answers";
  readonly unit: "share" | "percent" | "mean" | "number";
}

function ofPart(prefix: "long" | "short", part: Metric["part"]): [string, Metric][] {
  const share = (name: string, label: string): [string, Metric] => [
    `${prefix}-${name}`,
    { label, part, unit: "share" },
  ];
  return [
    share("best-threshold-f1", "F1"),
    share("best-threshold-precision", "Precision"),
    share("best-threshold-recall", "Recall"),
    [`${prefix}-best-threshold`, { label: "Threshold", part, unit: "number" }],
    share("recall-at-precision>=0.5", "Recall at 50% precision"),
    share("recall-at-precision>=0.75", "Recall at 75% precision"),
    share("recall-at-precision>=0.9", "Recall at 90% precision"),
  ];
}

const METRICS = new Map<string, Metric>([
  ...ofPart("long", "Long answers"),
  ...ofPart("short", "Short answers"),
  ["ovscore", { label: "DR", unit: "percent" }],
  ["QA-F1", { label: "Disambig-F1", unit: "percent" }],
  ["rougeLsum", { label: "ROUGE-L", unit: "percent" }],
  ["str_em", { label: "STR-EM", unit: "percent" }],
  ["QA-EM", { label: "QA-EM", unit: "percent" }],
  ["QA-Hit", { label: "QA-Hit", unit: "percent" }],
  ["length", { label: "Words", unit: "mean" }],
]);

export function metricOf(name: string): Metric {
  return METRICS.get(name) ?? { label: name, unit: "number" };
}

/** What a metric is called where its column's heading is not in sight. */
export function fullName(name: string): string {
  const { label, part } = metricOf(name);
  return part === undefined ? label : `${label}, ${part.toLowerCase()}`;
}

/** A value of a metric: per cent as `write` has them, other numbers as they are. */
function formatIn(name: string, value: number, write: (percent: number) => string): string {
  const { unit } = metricOf(name);
  if (unit === "number") return formatNumber(value, 3);
  if (unit === "mean") return formatFixed(value, 1);
  return write(unit === "share" ? value * 100 : value);
}

/** Shares in per cent with one decimal, as both papers print them; a dash for none. */
export function formatMetric(name: string, value: number | undefined): string {
  return value === undefined ? "–" : formatIn(name, value, formatScore);
}

/** How much better one value of a metric is than another, with its interval. */
export function formatMetricDifference(name: string, difference: Difference): string {
  const inPoints = (percent: number) => formatFixed(percent, 1);
  return formatDifference(difference, (value) => formatIn(name, value, inPoints));
}

/** The two ends of an interval. */
export function formatInterval(name: string, [low, high]: readonly number[]): string {
  return `${formatMetric(name, low)}–${formatMetric(name, high)}`;
}

const PEOPLE: Readonly<Record<string, string>> = {
  single_annotator: "Single annotator",
  super_annotator: "Super-annotator",
  one_against_others: "One annotator against the others",
  annotators_against_each_other: "Annotators against each other",
  annotators_without_context: "Annotators without context",
  question_repeated: "The question eight times",
};

/** What people are called, with how many answers make an example answerable unless those are two. */
export function nameOfPeople(who: string, nonNull = USUAL_THRESHOLD): string {
  return [PEOPLE[who] ?? who, ...describeThreshold(nonNull)].join(", ");
}

/** How many annotations with an answer make an example answerable, where it isn't as usual. */
export function describeThreshold(nonNull: unknown): string[] {
  const isUsual = typeof nonNull !== "number" || nonNull === USUAL_THRESHOLD;
  return isUsual ? [] : [`${nonNull} with an answer`];
}

/** How many examples a score is over. */
export function describeExamples(examples: number): string {
  return count(examples, "example");
}
