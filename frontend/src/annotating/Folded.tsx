import { Spoiler, type SpoilerProps } from "@mantine/core";

import classes from "./Folded.module.css";

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
      {...props}
    />
  );
}
