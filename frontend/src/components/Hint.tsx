import type { ReactNode } from "react";

import classes from "./Hint.module.css";

interface HintProps {
  readonly text: string;
  /** Some sentences: in several lines, above what they explain, which is as wide as it can be. */
  readonly isLong?: boolean;
  readonly children: ReactNode;
}

/**
 * What a button with a picture does, below it while the pointer rests on it or it has the focus.
 * Its name says the same to screen readers. Mantine's tooltip would add 20 kB to the page.
 */
export function Hint({ text, isLong = false, children }: HintProps) {
  return (
    <span className={classes.hint} data-hint={text} data-long={isLong || undefined}>
      {children}
    </span>
  );
}
