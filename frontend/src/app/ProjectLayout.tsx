import {
  type TablerIcon,
  IconBook2,
  IconChartDots,
  IconDownload,
  IconFileText,
  IconGavel,
  IconHighlight,
  IconLayoutDashboard,
  IconSettings,
  IconUpload,
  IconUsers,
} from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { NavLink, Outlet, useParams } from "react-router";

import { projectQuery } from "@/api/projects";
import type { Role } from "@/api/types";
import { QueryView } from "@/components/QueryView";
import { LoadingState } from "@/components/states";

import classes from "./ProjectLayout.module.css";

interface NavItem {
  /** Below the project's address. */
  to: string;
  label: string;
  icon: TablerIcon;
}

const GUIDELINES: NavItem = { to: "guidelines", label: "Guidelines", icon: IconBook2 };

/** What each role finds in a project, in groups. */
const NAVIGATION: Record<Role, NavItem[][]> = {
  lead: [
    [{ to: "", label: "Overview", icon: IconLayoutDashboard }],
    [
      { to: "examples", label: "Examples", icon: IconFileText },
      { to: "annotations", label: "Annotations", icon: IconHighlight },
    ],
    [
      { to: "annotators", label: "Annotators", icon: IconChartDots },
      { to: "members", label: "Members", icon: IconUsers },
    ],
    [
      { to: "import", label: "Import", icon: IconUpload },
      { to: "export", label: "Export", icon: IconDownload },
    ],
    [GUIDELINES, { to: "settings", label: "Settings", icon: IconSettings }],
  ],
  annotator: [[{ to: "", label: "My work", icon: IconHighlight }, GUIDELINES]],
  expert: [[{ to: "", label: "Judging", icon: IconGavel }, GUIDELINES]],
};

/** A project's pages beside their navigation. */
export default function ProjectLayout() {
  const { slug = "" } = useParams();
  const project = useQuery(projectQuery(slug));
  return (
    <QueryView query={project} errorOrder={1}>
      {({ role }) => (
        <div className={classes.layout}>
          <nav className={classes.nav} aria-label="Project">
            {NAVIGATION[role].map((group) => (
              <ul key={group[0]?.to} className={classes.group}>
                {group.map(({ to, label, icon: Icon }) => (
                  <li key={to}>
                    <NavLink
                      to={to === "" ? `/projects/${slug}` : `/projects/${slug}/${to}`}
                      end={to === ""}
                      className={classes.item}
                    >
                      <Icon size={18} stroke={1.6} aria-hidden />
                      {label}
                    </NavLink>
                  </li>
                ))}
              </ul>
            ))}
          </nav>
          <div className={classes.content}>
            <Suspense fallback={<LoadingState />}>
              <Outlet />
            </Suspense>
          </div>
        </div>
      )}
    </QueryView>
  );
}
