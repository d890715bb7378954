import { UnstyledButton } from "@mantine/core";
import { IconClock } from "@tabler/icons-react";

import type { WorkingTime } from "@/api/types";
import { Hint } from "@/components/Hint";

import classes from "./TimeUsed.module.css";
import { leaveClicked } from "./useKeys";
import { usedSeconds } from "./workingTime";

interface TimeUsedProps {
  readonly time: WorkingTime;
  readonly now: number;
  readonly hidden: boolean;
  readonly onToggle: () => void;
}

/** How much of the time for a question is used; can be hidden. */
export function TimeUsed({ time, now, hidden, onToggle }: TimeUsedProps) {
  if (time.limit_seconds === null) return null;
  const used = usedSeconds(time, now);
  const minutes = Math.floor(used / 60);
  const spent = `${minutes} of ${Math.round(time.limit_seconds / 60)} min`;
  const label = hidden ? "Show the time" : "Hide the time";
  return (
    <Hint text={label}>
      <UnstyledButton
        className={classes.time}
        aria-label={hidden ? label : `${spent} used. ${label}.`}
        aria-keyshortcuts="T"
        onClick={(event) => {
          onToggle();
          leaveClicked(event);
        }}
      >
        <IconClock size={16} stroke={1.7} aria-hidden />
        {!hidden && (
          <>
            <span>{spent}</span>
            <span className={classes.track} aria-hidden>
              <span
                className={classes.fill}
                style={{ width: `${(100 * used) / time.limit_seconds}%` }}
              />
            </span>
          </>
        )}
      </UnstyledButton>
    </Hint>
  );
}
