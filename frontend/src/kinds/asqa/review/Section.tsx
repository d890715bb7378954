import { type ReactNode, useId } from "react";

import classes from "./Section.module.css";

/** A part of the sheet under its heading; `side` is at its right. */
export function Section({
  title,
  side,
  children,
}: {
  title: string;
  side?: ReactNode;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section className={classes.section} aria-labelledby={id}>
      <div className={classes.head}>
        <h2 className={classes.title} id={id}>
          {title}
        </h2>
        {side}
      </div>
      {children}
    </section>
  );
}
