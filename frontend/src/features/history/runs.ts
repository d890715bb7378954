import type { HistoryEvent } from "@/api/types";
import { formatCount, formatDay } from "@/components/format";

/** What a row of the list shows: an event, or several like ones of a person on the same day. */
export interface HistoryRow {
  readonly key: string;
  readonly day: string;
  /** The newest first. */
  readonly events: readonly [HistoryEvent, ...HistoryEvent[]];
  /** Whether it is one of a run that was opened. */
  readonly isWithin: boolean;
}

/** The local day of an event. */
function dayOf({ at }: HistoryEvent): string {
  return formatDay(at);
}

/** Events with the same are one run. */
function runOf(event: HistoryEvent): string {
  const { actor, verb, subject, sentence, sentence_of_run: many } = event;
  return JSON.stringify([dayOf(event), actor, verb, subject, many === "" ? sentence : many]);
}

/**
 * The rows of a page of events, newest first. What a person did several times on a day is one row,
 * at the place of the newest, followed by its events if it is among the `opened`.
 */
export function rowsOf(events: readonly HistoryEvent[], opened: ReadonlySet<string>): HistoryRow[] {
  const runs = new Map<string, [HistoryEvent, ...HistoryEvent[]]>();
  for (const event of events) {
    const run = runs.get(runOf(event));
    if (run === undefined) runs.set(runOf(event), [event]);
    else run.push(event);
  }
  return [...runs].flatMap(([key, run]) => {
    const day = dayOf(run[0]);
    const row = { key, day, events: run, isWithin: false };
    if (run.length === 1 || !opened.has(key)) return [row];
    const within = run.map((event) => ({
      key: String(event.id),
      day,
      events: [event] as const,
      isWithin: true,
    }));
    return [row, ...within];
  });
}

/** What happened, as a sentence of its own. */
export function sentenceOf({ events }: HistoryRow): string {
  const [{ sentence, sentence_of_run: many }] = events;
  const number = formatCount(events.length);
  const said =
    events.length === 1
      ? sentence
      : many === ""
        ? `${sentence} (${number} times)`
        : many.replace("{}", number);
  return said.charAt(0).toUpperCase() + said.slice(1);
}

/** The reason or note of a row, if all its events have the same. */
export function saidIn({ events: [{ said }, ...others] }: HistoryRow): string {
  return others.every((event) => event.said === said) ? said : "";
}
