import { createContext, useContext } from "react";

import type { Drill, Point } from "../shape";

/** What parts need to know about the page around them. */
export interface ReportPlace {
  readonly slug: string;
  /** The dashboard that is shown; "" where none is. */
  readonly page: string;
}

export const ReportContext = createContext<ReportPlace>({ slug: "", page: "" });

export function useReportPlace(): ReportPlace {
  return useContext(ReportContext);
}

/** Where the examples behind a point are listed. */
export function drillAddress({ slug, page }: ReportPlace, drill: Drill): string {
  const query = new URLSearchParams({
    column: drill.column,
    low: String(drill.low),
    high: String(drill.high),
    ...(page === "" ? {} : { from: page }),
  });
  return `/projects/${slug}/statistics/examples?${query.toString()}`;
}

/** Where each point of a plot leads: to its examples, if it has any. */
export function useAddressOf(): (point: Point) => string | undefined {
  const place = useReportPlace();
  return ({ examples }) => (examples === null ? undefined : drillAddress(place, examples));
}
