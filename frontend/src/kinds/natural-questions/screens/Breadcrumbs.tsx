import { Text, UnstyledButton } from "@mantine/core";

import type { PageView } from "@/anchoring/pageView";
import { useIsTouch } from "@/annotating/useIsTouch";
import { leaveClicked } from "@/annotating/useKeys";

import classes from "./ActionBar.module.css";
import { boxName } from "./boxNames";

interface BreadcrumbsProps {
  readonly view: PageView;
  readonly candidate: number | null;
  /** The chosen box, which keys may have moved on from. */
  readonly chosen: number | null;
  readonly onPick: (candidate: number) => void;
}

/** The boxes around a box, the outermost first. Any of them can be picked instead. */
export function Breadcrumbs({ view, candidate, chosen, onPick }: BreadcrumbsProps) {
  const isTouch = useIsTouch();
  const chain = candidate === null ? [] : view.navigator.chain(candidate);
  const last = chain.at(-1);
  const other = chosen === null || chosen === candidate ? null : view.navigator.get(chosen);
  if (!last) {
    return (
      <Text size="sm" c="dimmed">
        {isTouch
          ? "Tap the box that answers the question."
          : "Click the box that answers the question, or move with the arrow keys."}
      </Text>
    );
  }
  return (
    <nav aria-label="Boxes around the passage" className={classes.crumbs}>
      <ol className={classes.chain}>
        {chain.map(({ index, tag }) => (
          <li key={index}>
            <UnstyledButton
              className={classes.crumb}
              aria-current={index === last.index ? "true" : undefined}
              onClick={(event) => {
                onPick(index);
                leaveClicked(event);
              }}
            >
              {boxName(tag)}
            </UnstyledButton>
          </li>
        ))}
      </ol>
      <Text size="sm" c="dimmed" truncate dir="auto">
        {other
          ? `Chosen: ${boxName(other.tag)}, ${view.beginningOf(other, 6)}`
          : view.beginningOf(last, 12)}
      </Text>
    </nav>
  );
}
