import { useId } from "react";

import { formatInterval, formatValue } from "@/components/figures/values";
import { formatCount } from "@/components/format";
import { Subscripts } from "@/components/Subscripts";
import { wordOf } from "@/kinds/words";

import type { Figure } from "../shape";
import { Explanation } from "./Explanation";
import { IntervalStrip } from "./IntervalStrip";
import { MissingNote } from "./MissingNote";
import classes from "./parts.module.css";

const METHODS: Readonly<Record<string, string>> = {
  binomial: "binomial",
  student: "Student’s t",
  two_way: "Student’s t, two-way",
  two_way_binomial: "binomial, two-way",
  jackknife: "jackknife",
  // Stored reports of earlier versions.
  wilson: "Wilson’s interval, of an earlier version",
};

interface FigureTileProps {
  readonly section: string;
  readonly figure: Figure;
  /** Whether the reason for its missing interval is said elsewhere. */
  readonly isGapSaid?: boolean;
}

/** One number with its interval, its count and the published value; or why it is missing. */
export function FigureTile({ section, figure, isGapSaid = false }: FigureTileProps) {
  const { name, unit, value, count, method, published, missing, no_interval: gap } = figure;
  const { label, explanation, counted, method: way = METHODS[method] } = wordOf(section, name);
  const heading = useId();
  const interval = formatInterval(figure, unit);
  return (
    <div className={classes.tile} role="group" aria-labelledby={heading}>
      <div className={classes.head}>
        <span id={heading} className={classes.label}>
          <Subscripts text={label} />
        </span>
        {explanation !== undefined && <Explanation label={label} text={explanation} />}
      </div>
      {missing === null ? (
        <>
          <span className={classes.value}>{formatValue(value, unit)}</span>
          <IntervalStrip figure={figure} />
          {interval !== null && (
            <span className={classes.detail}>
              95%: {interval}
              {way !== undefined && ` (${way})`}
            </span>
          )}
          {gap != null && !isGapSaid && (
            <span className={classes.detail}>No 95% interval: {gap.reason}</span>
          )}
          {count !== null && (
            <span className={classes.detail}>
              {counted === undefined
                ? `n = ${formatCount(count)}`
                : `of ${formatCount(count)} ${counted}`}
            </span>
          )}
        </>
      ) : (
        <MissingNote missing={missing} />
      )}
      {published !== null && (
        <span className={`${classes.detail ?? ""} ${classes.published ?? ""}`}>
          Published: {formatValue(published, unit)}
        </span>
      )}
    </div>
  );
}
