import { Group, Stack } from "@mantine/core";
import { IconChartHistogram } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { NavLink, Navigate, useParams } from "react-router";

import { isActive } from "@/api/jobs";
import { type Statistics, statisticsQuery } from "@/api/statistics";
import type { Job, Project, ProjectKind } from "@/api/types";
import { useProject } from "@/api/useProject";
import { PageHeader } from "@/components/PageHeader";
import { QueryView } from "@/components/QueryView";
import { EmptyState } from "@/components/states";
import { useDocumentTitle } from "@/components/useDocumentTitle";
import { useKind } from "@/kinds/useKind";

import { type Dashboard, DASHBOARDS } from "./dashboards";
import { DashboardSections } from "./DashboardSections";
import { DownloadAll } from "./download/DownloadAll";
import { HiddenSplitChoice, useHiddenSplit } from "./HiddenSplitChoice";
import { HowMade } from "./HowMade";
import { AnnotatorTable } from "./pages/people/AnnotatorTable";
import { Contents } from "./parts/Contents";
import { ReportContext, statisticsAddress } from "./parts/ReportContext";
import { ComputeButton, JobState, ReportAge } from "./ReportBar";
import classes from "./StatisticsPage.module.css";
import { useStatisticsJob } from "./useStatisticsJob";

/** The dashboards that a kind has. */
function useDashboards(kind: ProjectKind): readonly Dashboard[] {
  const { dashboards } = useKind(kind);
  return DASHBOARDS.filter(({ path }) => path in dashboards);
}

/** The dashboards: one page for each question that a lead asks. */
export default function StatisticsPage() {
  const project = useProject();
  const { page = "" } = useParams();
  const dashboards = useDashboards(project.kind);
  const dashboard = dashboards.find(({ path }) => path === page);
  const [first] = dashboards;
  if (dashboard === undefined) {
    return <Navigate to={`/projects/${project.slug}/statistics/${first?.path ?? ""}`} replace />;
  }
  return <DashboardPage project={project} dashboard={dashboard} />;
}

interface DashboardPageProps {
  readonly project: Project;
  readonly dashboard: Dashboard;
}

function DashboardPage({ project, dashboard }: DashboardPageProps) {
  const { slug, kind, title } = project;
  const dashboards = useDashboards(kind);
  useDocumentTitle(dashboard.question, title);
  const hiddenSplit = useHiddenSplit();
  const statistics = useQuery(statisticsQuery(slug, hiddenSplit));
  const job = useStatisticsJob(slug, hiddenSplit, statistics.data?.job ?? null);
  return (
    <ReportContext value={{ slug, page: dashboard.path, hiddenSplit }}>
      <nav aria-label="Statistics">
        <ul className={classes.pages}>
          {dashboards.map(({ path, question }) => (
            <li key={path}>
              <NavLink to={statisticsAddress({ slug, hiddenSplit }, path)} className={classes.page}>
                {question}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      <PageHeader
        title={dashboard.question}
        actions={statistics.data?.report != null && <ComputeButton job={job} label="Compute now" />}
      >
        {dashboard.what}
      </PageHeader>
      {project.has_hidden_split && <HiddenSplitChoice />}
      <QueryView query={statistics}>
        {(loaded) => (
          <Stack gap="lg">
            {loaded.report !== null && (
              <Group justify="space-between" gap="sm">
                <ReportAge statistics={loaded} />
                <Group gap="xs">
                  <DownloadAll project={project} statistics={loaded} dashboards={dashboards} />
                  <HowMade report={loaded.report} />
                </Group>
              </Group>
            )}
            <JobState slug={slug} job={job} />
            {loaded.report !== null && <Contents />}
            {loaded.report === null ? (
              <NothingYet statistics={loaded} job={job} />
            ) : (
              <DashboardSections statistics={loaded} dashboard={dashboard} kind={kind} />
            )}
            {dashboard.path === "people" && !hasPeople(loaded) && <AnnotatorTable section={null} />}
          </Stack>
        )}
      </QueryView>
    </ReportContext>
  );
}

/** Whether a report compares people; until then the page shows what they have done. */
function hasPeople({ results }: Statistics): boolean {
  return results.some(({ name, missing }) => name === "people" && missing === null);
}

interface NothingYetProps {
  readonly statistics: Statistics;
  readonly job: Job | null;
}

/** No report: what computes one, and that there may be nothing to compute it from. */
function NothingYet({ statistics, job }: NothingYetProps) {
  if (job !== null && isActive(job)) return null;
  return (
    <EmptyState
      icon={IconChartHistogram}
      title="Nothing has been computed yet"
      action={<ComputeButton job={job} label="Compute the statistics" />}
    >
      {statistics.annotations_now === 0
        ? "There are no annotations yet. You can compute the statistics anyway: the pages then say what each figure needs."
        : "This runs in the background, so you can go on working."}
    </EmptyState>
  );
}
