import type { Section } from "@/api/statistics";

/** The shape that every part of a report has, whatever it reports. */
export type { Drill, Figure, Missing, Plot, Point, Section, Table } from "@/api/statistics";

/** What a dashboard's page is given: the sections that it shows, in their order. */
export interface StatisticsPageProps {
  readonly sections: readonly Section[];
}
