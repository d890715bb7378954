import type { ReactNode } from "react";

import type { Cell } from "@/components/charts/figureData";
import { formatValue } from "@/components/figures/values";

import classes from "./HeatCell.module.css";

const COUNTED: ReadonlySet<string> = new Set(["decision", "examples"]);

/** A share on a ground that is the darker the larger it is; the number says the same. */
export function renderHeat(cell: Cell, column: string): ReactNode {
  if (typeof cell !== "number" || COUNTED.has(column)) return undefined;
  return (
    <span
      className={classes.heat}
      style={{
        backgroundColor: `color-mix(in srgb, var(--heat) ${Math.round(cell * 100)}%, transparent)`,
      }}
    >
      {cell === 0 ? "–" : formatValue(cell, "share")}
    </span>
  );
}
