import { formatShare } from "@/components/format";
import { Hint } from "@/components/Hint";
import { ASQA_MEAN_WORDS } from "@/long-form/words";

import type { Analysis } from "./analysis";
import classes from "./AnswerFigures.module.css";

/** The words at which the bar is full: twice the mean. */
const FULL_BAR = 2 * ASQA_MEAN_WORDS;

/** How long the answer is, and how much of it can be looked up. For orientation only. */
export function AnswerFigures({
  words,
  supportedShare,
}: Pick<Analysis, "words" | "supportedShare">) {
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
        text="Names, numbers and other words that say something, as far as they are in the disambiguations, contexts and knowledge. “The” and “was” don’t count, so this is lower than the coverage on the dashboards, which counts every word as the paper does."
      >
        <div className={classes.label}>
          <span>Content words in the support</span>
          <strong>{formatShare(supportedShare)}</strong>
        </div>
        <div className={classes.track} aria-hidden>
          <div className={classes.fill} style={{ width: `${barWidth(supportedShare ?? 0)}%` }} />
        </div>
      </Hint>
    </div>
  );
}

function barWidth(share: number): number {
  return Math.round(100 * Math.min(1, share));
}
