import { createContext, useContext } from "react";

import type { HiddenSplit } from "@/api/statistics";

import type { Drill, Point } from "../shape";

/** What parts need to know about the page around them. */
interface ReportPlace {
  readonly slug: string;
  /** The dashboard that is shown; "" where none is. */
  readonly page: string;
  readonly hiddenSplit: HiddenSplit;
}

export const ReportContext = createContext<ReportPlace>({
  slug: "",
  page: "",
  hiddenSplit: "without",
});

export function useReportPlace(): ReportPlace {
  return useContext(ReportContext);
}

/** A page of the statistics that tells of the same examples. */
export function statisticsAddress(
  { slug, hiddenSplit }: Omit<ReportPlace, "page">,
  path: string,
  query: Readonly<Record<string, string>> = {},
): string {
  const whole = new URLSearchParams(query);
  if (hiddenSplit !== "without") whole.set("hidden_split", hiddenSplit);
  const asked = whole.toString();
  return `/projects/${slug}/statistics/${path}${asked === "" ? "" : `?${asked}`}`;
}

/** Where the examples behind a point are listed. */
function drillAddress(place: ReportPlace, drill: Drill): string {
  return statisticsAddress(place, "examples", {
    column: drill.column,
    low: String(drill.low),
    high: String(drill.high),
    ...(place.page === "" ? {} : { from: place.page }),
  });
}

/** Where each point of a plot leads: to its examples, if it has any. */
export function useAddressOf(): (point: Point) => string | undefined {
  const place = useReportPlace();
  return ({ examples }) => (examples === null ? undefined : drillAddress(place, examples));
}
