import { formatShare } from "@/components/format";
import { Hint } from "@/components/Hint";
import { ASQA_MEAN_WORDS } from "@/long-form/words";

import type { Analysis } from "./analysis";
import classes from "./AnswerFigures.module.css";

/** The words at which the bar is full: twice the mean. */
const FULL_BAR = 2 * ASQA_MEAN_WORDS;

/** How long the answer is, and how much of it the support document has. For orientation only. */
export function AnswerFigures({ words, coverage }: Pick<Analysis, "words" | "coverage">) {
  return (
    <div className={classes.figures}>
      <div>
        <div className={classes.label}>
          <span>
            <strong>{words}</strong> {words === 1 ? "word" : "words"}
          </span>
          <span>mean {ASQA_MEAN_WORDS}</span>
        </div>
        <div className={classes.track} aria-hidden>
          <div className={classes.fill} style={{ width: `${barWidth(words / FULL_BAR)}%` }} />
          <span className={classes.mean} style={{ left: "50%" }} />
        </div>
      </div>
      <Hint
        isLong
        text="The share of the answer’s words that are in its support: disambiguations, contexts and knowledge. The mean in ASQA is 92%."
      >
        <div className={classes.label}>
          <span>Covered by the support</span>
          <strong>{formatShare(coverage)}</strong>
        </div>
        <div className={classes.track} aria-hidden>
          <div className={classes.fill} style={{ width: `${barWidth(coverage ?? 0)}%` }} />
        </div>
      </Hint>
    </div>
  );
}

function barWidth(share: number): number {
  return Math.round(100 * Math.min(1, share));
}
