import { VisuallyHidden } from "@mantine/core";
import type { ReactNode } from "react";

import classes from "./ShortAnswerMark.module.css";

interface ShortAnswerMarkProps {
  /** The disambiguations whose short answers end here, counted from 0. */
  readonly ending?: readonly number[];
  readonly children: ReactNode;
}

/** A short answer in a box, with the number of each disambiguation that it answers. */
export function ShortAnswerMark({ ending = [], children }: ShortAnswerMarkProps) {
  return (
    <>
      <mark className={classes.mark}>{children}</mark>
      {ending.map((number) => (
        <sup key={number} className={classes.number}>
          <VisuallyHidden> short answer of disambiguation </VisuallyHidden>
          {number + 1}
        </sup>
      ))}
    </>
  );
}
