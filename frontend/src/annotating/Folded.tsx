import type { SpoilerProps } from "@mantine/core";
import type { MouseEvent } from "react";

import { Spoiler } from "@/components/Spoiler";

import classes from "./Folded.module.css";
import { leaveField } from "./useKeys";

/** Pixels of four lines of a question above its page. */
const FOUR_LINES = 116;

interface FoldedProps extends Partial<SpoilerProps> {
  readonly centred?: boolean;
}

/** A very long question, of which the first lines are shown until somebody wants to see all. */
export function Folded({ maxHeight = FOUR_LINES, centred = false, ...props }: FoldedProps) {
  return (
    <Spoiler
      maxHeight={maxHeight}
      showLabel="Show all"
      hideLabel="Show less"
      classNames={{ root: classes.folded, content: classes.content, control: classes.control }}
      mod={{ centred }}
      onClick={leaveControl}
      {...props}
    />
  );
}

/** The same as `leaveClicked`, for a button of Mantine's that hears no clicks of ours. */
function leaveControl({ detail, target }: MouseEvent): void {
  if (detail > 0 && target instanceof Element && target.closest("button")) leaveField();
}
