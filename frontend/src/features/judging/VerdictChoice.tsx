import { KeyHint } from "@/annotating/KeyHint";
import type { Verdict } from "@/api/judging";
import { VERDICT_WORDS, VERDICTS } from "@/components/verdicts";

import classes from "./VerdictChoice.module.css";

interface VerdictChoiceProps {
  readonly label: string;
  readonly verdict: Verdict | null;
  readonly disabled?: boolean;
  readonly onChoose: (verdict: Verdict) => void;
}

/** The three verdicts, each with its meaning and its key. */
export function VerdictChoice(props: VerdictChoiceProps) {
  const { label, verdict: chosen, disabled = false, onChoose } = props;
  return (
    <div className={classes.choices} role="group" aria-label={label}>
      {VERDICTS.map((verdict) => {
        const { name, definition, key, icon: Icon } = VERDICT_WORDS[verdict];
        return (
          <button
            key={verdict}
            type="button"
            className={classes.choice}
            data-verdict={verdict}
            aria-pressed={verdict === chosen}
            aria-keyshortcuts={key}
            disabled={disabled}
            onClick={() => onChoose(verdict)}
          >
            <span className={classes.label}>
              <Icon size={17} stroke={2.2} aria-hidden />
              {name}
              <KeyHint>{key}</KeyHint>
            </span>
            <span className={classes.definition}>{definition}</span>
          </button>
        );
      })}
    </div>
  );
}
