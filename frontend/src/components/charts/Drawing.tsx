import type { ReactNode, Ref } from "react";

import { Subscripts } from "@/components/Subscripts";

import classes from "./charts.module.css";

interface DrawingProps {
  readonly label: string;
  readonly width: number;
  readonly height: number;
  readonly drawing?: Ref<SVGSVGElement> | undefined;
  /** What can be pointed at, such as "bar". */
  readonly mark: string;
  /** The numbers of the one that is pointed at. */
  readonly pointedAt: string | undefined;
  readonly children: ReactNode;
}

/** A chart, and below it the numbers of the mark that is pointed at or has the focus. */
export function Drawing({
  label,
  width,
  height,
  drawing,
  mark,
  pointedAt,
  children,
}: DrawingProps) {
  return (
    <>
      <div className={classes.room}>
        <svg
          ref={drawing}
          className={classes.drawing}
          width={width}
          height={height}
          viewBox={`0 0 ${width} ${height}`}
          role="group"
          aria-label={label}
        >
          {children}
        </svg>
      </div>
      <p className={classes.readout} aria-hidden>
        <Subscripts
          text={
            pointedAt ??
            `Point at ${mark === "end" ? "an" : "a"} ${mark} to see its numbers, or move through the ${mark}s with Tab and the arrow keys.`
          }
        />
      </p>
    </>
  );
}
