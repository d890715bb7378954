import { useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { Outlet, useParams } from "react-router";

import { newsQuery } from "@/api/guidance";
import { projectQuery } from "@/api/projects";
import type { Project } from "@/api/types";
import { QueryView } from "@/components/QueryView";
import { StandingNote } from "@/components/StandingNote";
import { LoadingState } from "@/components/states";
import { useKind } from "@/kinds/useKind";

import { Navigation } from "./Navigation";
import { navigationOf } from "./navigationGroups";
import classes from "./ProjectLayout.module.css";

/** The pages that a project has for the caller's role. Until leads' are known, there are none. */
function ProjectNavigation({ project }: { readonly project: Project }) {
  // First: after a kind's code has come, React may take the first render of a hook for an update.
  const { data: news, isPending } = useQuery(newsQuery(project.slug));
  const kind = useKind(project.kind);
  const groups =
    isPending && project.role === "lead" ? [] : navigationOf(project, kind, news?.used_pages);
  return <Navigation slug={project.slug} groups={groups} news={news} />;
}

/** A project's pages beside their navigation. */
export default function ProjectLayout() {
  const { slug = "" } = useParams();
  const project = useQuery(projectQuery(slug));
  return (
    <QueryView query={project} errorOrder={1}>
      {(found) => (
        <div className={classes.layout}>
          <Suspense fallback={<nav className={classes.nav} aria-label="Project" />}>
            <ProjectNavigation project={found} />
          </Suspense>
          <div className={classes.content}>
            <StandingNote standing={found.standing} />
            <Suspense fallback={<LoadingState />}>
              <Outlet />
            </Suspense>
          </div>
        </div>
      )}
    </QueryView>
  );
}
