import { Tooltip } from "@mantine/core";

import { count, formatDate } from "@/components/format";

import classes from "./AnnotationsPerDay.module.css";

export interface DayCount {
  /** YYYY-MM-DD */
  date: string;
  annotations: number;
}

const DAYS = 28;
const MILLISECONDS_PER_DAY = 86_400_000;

/** The last days up to `today`, oldest first, with zeros where nothing was submitted. */
export function fillDays(days: DayCount[], today: Date, length = DAYS): DayCount[] {
  const byDate = new Map(days.map(({ date, annotations }) => [date, annotations]));
  return Array.from({ length }, (_, index) => {
    const at = new Date(today.getTime() - (length - 1 - index) * MILLISECONDS_PER_DAY);
    const date = at.toISOString().slice(0, 10);
    return { date, annotations: byDate.get(date) ?? 0 };
  });
}

/** A round number that is not below `value`, for the top of a scale: 7 gives 8, 25 gives 30. */
export function roundUp(value: number): number {
  if (value <= 1) return 1;
  const magnitude = 10 ** Math.floor(Math.log10(value));
  const step = [1, 2, 3, 4, 5, 6, 8, 10].find((factor) => factor * magnitude >= value) ?? 10;
  return step * magnitude;
}

/** A bar for each of the last four weeks' days. */
export function AnnotationsPerDay({ days, today }: { days: DayCount[]; today: Date }) {
  const filled = fillDays(days, today);
  const top = roundUp(Math.max(...filled.map((day) => day.annotations)));
  const total = filled.reduce((sum, day) => sum + day.annotations, 0);
  return (
    <figure className={classes.figure}>
      <div
        className={classes.plot}
        role="img"
        aria-label={`${count(total, "annotation")} in the last ${DAYS} days`}
      >
        <div className={classes.scale} aria-hidden>
          <span>{top}</span>
          <span>0</span>
        </div>
        <div className={classes.bars}>
          {filled.map(({ date, annotations }) => (
            <Tooltip
              key={date}
              openDelay={0}
              label={`${formatDate(date)}: ${count(annotations, "annotation")}`}
            >
              <div className={classes.column}>
                <div
                  className={annotations === 0 ? classes.none : classes.bar}
                  style={{ height: `${(annotations / top) * 100}%` }}
                />
              </div>
            </Tooltip>
          ))}
        </div>
      </div>
      <figcaption className={classes.caption}>
        <span>{formatDate(filled[0]?.date ?? today.toISOString())}</span>
        <span>today</span>
      </figcaption>
    </figure>
  );
}
