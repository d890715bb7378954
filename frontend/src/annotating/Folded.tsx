import { Spoiler, type SpoilerProps } from "@mantine/core";

/** Pixels of four lines of a question above its page. */
const FOUR_LINES = 116;

/** A very long question, of which the first lines are shown until somebody wants to see all. */
export function Folded({ maxHeight = FOUR_LINES, ...props }: Partial<SpoilerProps>) {
  return <Spoiler maxHeight={maxHeight} showLabel="Show all" hideLabel="Show less" {...props} />;
}
