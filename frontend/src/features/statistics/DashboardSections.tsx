import { Stack } from "@mantine/core";
import { IconChartHistogram } from "@tabler/icons-react";
import { type ComponentType, createElement, lazy, Suspense } from "react";

import type { Statistics } from "@/api/statistics";
import type { ProjectKind } from "@/api/types";
import { EmptyState, LoadingState } from "@/components/states";
import { useKind } from "@/kinds/useKind";

import type { Dashboard } from "./dashboards";
import { FailedSection } from "./parts/FailedSection";
import { Sections } from "./parts/Sections";
import type { StatisticsPageProps } from "./shape";

type SectionsPage = ComponentType<StatisticsPageProps>;

/** The pages with their own layout, by their file's name. */
const PAGES: ReadonlyMap<string, SectionsPage> = new Map(
  Object.entries(import.meta.glob<{ default: SectionsPage }>("./pages/*Page.tsx")).map(
    ([path, load]) => [path.replace("./pages/", "").replace("Page.tsx", ""), lazy(load)],
  ),
);

interface DashboardSectionsProps {
  readonly statistics: Statistics;
  readonly dashboard: Dashboard;
  readonly kind: ProjectKind;
}

/** A dashboard's sections of a report in its page's layout; first, those that failed. */
export function DashboardSections({ statistics, dashboard, kind }: DashboardSectionsProps) {
  const file = useKind(kind).dashboards[dashboard.path] ?? "";
  const sections = dashboard.sections.flatMap((name) =>
    statistics.results.filter((section) => section.name === name),
  );
  const computed = sections.filter(({ missing }) => missing === null);
  if (sections.length === 0) {
    return (
      <EmptyState icon={IconChartHistogram} title="This report doesn’t have this page yet">
        It was computed before Plumbline had this page. Compute it again.
      </EmptyState>
    );
  }
  return (
    <Stack gap="xl">
      {sections.map(
        ({ name, missing }) =>
          missing !== null && (
            <FailedSection
              key={name}
              name={name}
              missing={missing}
              job={statistics.report?.job ?? null}
            />
          ),
      )}
      {computed.length > 0 && (
        <Suspense fallback={<LoadingState />}>
          {createElement(PAGES.get(file) ?? Sections, { sections: computed })}
        </Suspense>
      )}
    </Stack>
  );
}
