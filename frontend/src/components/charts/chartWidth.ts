import { createContext, useContext } from "react";

/** The width of a drawing where nobody has measured its room, in pixels. */
const USUAL = 680;

/** How wide the room for a drawing is; its text keeps its size, however wide or narrow. */
export const ChartWidth = createContext(USUAL);

/** A drawing's width: its room's, but at least as much as it needs, in which case it scrolls. */
export function useChartWidth(least = 280): number {
  return Math.max(useContext(ChartWidth), least);
}
