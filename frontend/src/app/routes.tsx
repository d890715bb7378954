import type { ComponentType } from "react";
import { Outlet, type RouteObject, createBrowserRouter } from "react-router";

import { LoadingState } from "@/components/states";

import { AppFrame } from "./AppFrame";
import { ErrorPage, NotFoundPage } from "./ErrorPage";
import { LeadOnly } from "./LeadOnly";
import { SessionGuard } from "./SessionGuard";

/** Loads a page's code when its address is first visited. */
function page(load: () => Promise<{ default: ComponentType }>) {
  return async () => ({ Component: (await load()).default });
}

const projectPages: RouteObject[] = [
  { index: true, lazy: page(() => import("@/features/progress/ProjectHomePage")) },
  { path: "guidelines", lazy: page(() => import("@/features/guidelines/GuidelinesPage")) },
  {
    Component: LeadOnly,
    children: [
      { path: "examples", lazy: page(() => import("@/features/examples/ExamplesPage")) },
      { path: "annotations", lazy: page(() => import("@/features/examples/AnnotationsPage")) },
      { path: "annotators", lazy: page(() => import("@/features/members/AnnotatorsPage")) },
      { path: "members", lazy: page(() => import("@/features/members/MembersPage")) },
      { path: "import", lazy: page(() => import("@/features/transfers/ImportPage")) },
      { path: "export", lazy: page(() => import("@/features/transfers/ExportPage")) },
      { path: "settings", lazy: page(() => import("@/features/projects/SettingsPage")) },
    ],
  },
];

export const routes: RouteObject[] = [
  {
    Component: Outlet,
    ErrorBoundary: ErrorPage,
    HydrateFallback: LoadingState,
    children: [
      { path: "/sign-in", lazy: page(() => import("@/features/session/SignInPage")) },
      {
        Component: SessionGuard,
        children: [
          {
            Component: AppFrame,
            children: [
              { path: "/", lazy: page(() => import("@/features/projects/HomePage")) },
              {
                path: "/projects/new",
                lazy: page(() => import("@/features/projects/CreateProjectPage")),
              },
              {
                path: "/projects/:slug/annotate",
                lazy: page(() => import("@/features/natural-questions/AnnotatePage")),
              },
              {
                path: "/assignments/:id",
                lazy: page(() => import("@/features/natural-questions/AssignmentPage")),
              },
              {
                path: "/projects/:slug/examples/:id",
                lazy: page(() => import("@/features/natural-questions/ExampleView")),
              },
              {
                path: "/projects/:slug",
                lazy: page(() => import("./ProjectLayout")),
                children: [...projectPages, { path: "*", Component: NotFoundPage }],
              },
              { path: "*", Component: NotFoundPage },
            ],
          },
        ],
      },
    ],
  },
];

export function createRouter() {
  return createBrowserRouter(routes);
}
