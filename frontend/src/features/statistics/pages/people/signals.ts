import type { Signal } from "@/api/statisticsPeople";
import { formatValue } from "@/components/figures/values";
import { count, formatCount, formatDate } from "@/components/format";
import { wordOf } from "@/kinds/words";

import type { Section } from "../../shape";

/** A signal as the list shows it. */
export type SignalSummary = Pick<
  Signal,
  | "measure"
  | "upwards"
  | "trigger"
  | "rate"
  | "expected"
  | "outcomes"
  | "earlier_rate"
  | "run"
  | "run_rate"
  | "earlier_seconds"
  | "run_seconds"
> & { readonly annotator: string; readonly since: string | null };

type Cell = string | number | null;

/** The report's signals by annotator, in the order of the report: the most urgent first. */
export function signalsByAnnotator(section: Section): Map<string, SignalSummary[]> {
  const table = section.tables.find(({ name }) => name === "signals");
  const found = new Map<string, SignalSummary[]>();
  for (const row of table?.rows ?? []) {
    const cell = (name: string): Cell =>
      row[table?.columns.findIndex((column) => column.name === name) ?? -1] ?? null;
    const signal: SignalSummary = {
      annotator: String(cell("annotator")),
      measure: String(cell("measure")),
      upwards: cell("way") === "more_often",
      trigger: cell("trigger") as Signal["trigger"],
      rate: Number(cell("rate")),
      expected: Number(cell("expected")),
      outcomes: Number(cell("outcomes")),
      run: numberOf(cell("run")),
      earlier_rate: numberOf(cell("earlier_rate")),
      run_rate: numberOf(cell("run_rate")),
      earlier_seconds: numberOf(cell("earlier_seconds")),
      run_seconds: numberOf(cell("run_seconds")),
      since: cell("since") === null ? null : String(cell("since")),
    };
    found.set(signal.annotator, [...(found.get(signal.annotator) ?? []), signal]);
  }
  return found;
}

function numberOf(cell: Cell): number | null {
  return cell === null ? null : Number(cell);
}

/**
 * The signal in a sentence. From the start: *No answer found: 56% of 100 annotations, more than
 * everybody’s 32%.* A change: *No answer found: 100% in a run of 44, 12% before it; 56% of 100
 * annotations in all.* A pace is in seconds: *Quick annotations: a median of 60 s in a run of 44, 90 s
 * before it.*
 */
export function describeSignal(signal: Omit<SignalSummary, "annotator" | "since">): string {
  const { measure, rate, expected, outcomes } = signal;
  const run = describeRun(signal);
  const name = wordOf("people", measure).label;
  if (signal.run_seconds !== null) {
    return `${name}: ${signal.trigger === "change" ? run : describePace(signal)}.`;
  }
  const all = `${formatValue(rate, "share")} of ${count(outcomes, "annotation")}`;
  const others = `${signal.upwards ? "more" : "less"} than everybody’s ${formatValue(expected, "share")}`;
  const said = signal.trigger === "change" ? `${run}; ${all} in all` : `${all}, ${others}`;
  return `${name}: ${said}.`;
}

/** The same with the day on which it began. */
export function describeSince(signal: SignalSummary): string {
  const since = signal.since === null ? "" : ` Since ${formatDate(signal.since)}.`;
  return describeSignal(signal) + since;
}

function describePace({
  run_seconds: seconds,
  earlier_seconds: others,
  run,
}: Pick<SignalSummary, "run" | "run_seconds" | "earlier_seconds">): string {
  const own = `a median of ${formatValue(seconds ?? 0, "seconds")}`;
  return `${own} in ${count(run ?? 0, "annotation")}, everybody’s is ${formatValue(others ?? 0, "seconds")}`;
}

function describeRun(
  signal: Pick<
    SignalSummary,
    "run" | "run_rate" | "earlier_rate" | "run_seconds" | "earlier_seconds"
  >,
): string {
  const { run, run_rate: rate, run_seconds: seconds } = signal;
  if (run === null || rate === null) return "";
  const [within, before] =
    seconds === null
      ? [formatValue(rate, "share"), describeBefore(signal.earlier_rate, "share")]
      : [
          `a median of ${formatValue(seconds, "seconds")}`,
          describeBefore(signal.earlier_seconds, "seconds"),
        ];
  return `${within} in a run of ${formatCount(run)}${before}`;
}

function describeBefore(earlier: number | null, unit: "share" | "seconds"): string {
  return earlier === null ? "" : `, ${formatValue(earlier, unit)} before it`;
}
