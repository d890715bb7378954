import { Table } from "@mantine/core";
import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";

import classes from "./ScrolledTable.module.css";

interface ScrolledTableProps {
  /** What the table is called. */
  readonly label: string;
  /** In pixels; with less room, the table scrolls. */
  readonly minWidth: number;
  readonly children: ReactNode;
}

/** Pixels that a width may be off by rounding. */
const HAIR = 1;

/**
 * Room for a table. If it is too narrow, the table scrolls: a shade covers the edge behind which
 * there are more columns, and the arrow keys scroll once Tab has come here.
 */
export function ScrolledTable({ label, minWidth, children }: ScrolledTableProps) {
  const room = useRef<HTMLDivElement>(null);
  const [before, setBefore] = useState(false);
  const [after, setAfter] = useState(false);
  const measure = useCallback(() => {
    if (room.current === null) return;
    const { scrollWidth, clientWidth, scrollLeft } = room.current;
    setBefore(scrollLeft > HAIR);
    setAfter(scrollWidth - clientWidth - scrollLeft > HAIR);
  }, []);
  useEffect(() => {
    const observer = new ResizeObserver(measure);
    if (room.current !== null) {
      observer.observe(room.current);
      for (const table of room.current.querySelectorAll("table")) observer.observe(table);
    }
    return () => {
      observer.disconnect();
    };
  }, [measure]);
  // A table can get more columns without getting wider than the room inside.
  useEffect(measure);
  const scrolls = before || after;
  return (
    <div className={classes.frame} data-before={before} data-after={after}>
      <Table.ScrollContainer
        ref={room}
        minWidth={minWidth}
        type="native"
        className={classes.room}
        onScroll={measure}
        {...(scrolls && { role: "region", "aria-label": `Rows of ${label}`, tabIndex: 0 })}
      >
        {children}
      </Table.ScrollContainer>
    </div>
  );
}
