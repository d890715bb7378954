import {
  Outlet,
  type PatchRoutesOnNavigationFunction,
  type RouteObject,
  createBrowserRouter,
} from "react-router";

import { AppFrame } from "./AppFrame";
import { ErrorPage, NotFoundPage } from "./ErrorPage";
import { lazily, page } from "./lazily";
import { LoadingPage } from "./LoadingPage";
import { SessionGuard } from "./SessionGuard";

/** The pages for what an annotator holds: what they look like depends on its kind. */
function annotating(
  name:
    | "AnnotateRoute"
    | "AssignmentRoute"
    | "LeadRevisionRoute"
    | "RevisionRoute"
    | "TrainingAnswerRoute"
    | "WriteRoute",
) {
  return async () => ({ Component: (await import("./annotationPages"))[name] });
}

const PROJECT = "project";

export const routes: RouteObject[] = [
  {
    Component: Outlet,
    ErrorBoundary: ErrorPage,
    HydrateFallback: LoadingPage,
    children: [
      page("/sign-in", () => import("@/features/session/SignInPage")),
      page("/forgot-password", () => import("@/features/session/ForgotPasswordPage")),
      page("/reset-password/:key", () => import("@/features/session/ResetPasswordPage")),
      page("/invitations/:secret", () => import("@/features/invitations/InvitationPage")),
      page("/leaderboards/:slug", () => import("@/features/leaderboard/PublicLeaderboardPage")),
      page(
        "/leaderboards/:slug/retrieval",
        () => import("@/features/retrieval/PublicRetrievalPage"),
      ),
      // Not `:slug`: who only submits sees nothing of the project, also in the frame around a page.
      page("/competitions/:competition", () => import("@/features/competition/CompetitionPage")),
      page("/competitions/join/:secret", () => import("@/features/competition/SignUpPage")),
      page("/docs/*", () => import("@/features/documentation/DocumentationPage")),
      page("/set-up/:secret", () => import("@/features/session/SetUpPage")),
      page("/confirm-email/:key", () => import("@/features/session/ConfirmEmailPage")),
      {
        Component: SessionGuard,
        children: [
          {
            Component: AppFrame,
            children: [
              page("/", () => import("@/features/projects/HomePage")),
              page("/account", () => import("@/features/account/AccountPage")),
              {
                lazy: lazily(() => import("@/features/competition/CompetitionFrame")),
                children: [
                  page(
                    "/competitions/:competition/team",
                    () => import("@/features/competition/TeamPage"),
                  ),
                  page(
                    "/competitions/:competition/teams/join/:secret",
                    () => import("@/features/competition/JoinTeamPage"),
                  ),
                ],
              },
              page("/projects/new", () => import("@/features/projects/CreateProjectPage")),
              {
                path: "/projects/:slug/annotate",
                lazy: annotating("AnnotateRoute"),
              },
              page(
                "/projects/:slug/comparing/:id",
                () => import("@/features/comparing/ComparePage"),
              ),
              page("/projects/:slug/judging/:id", () => import("@/features/judging/RoundPage")),
              {
                path: "/projects/:slug/training/answers/:id",
                lazy: annotating("TrainingAnswerRoute"),
              },
              {
                path: "/projects/:slug/annotations/:id/revise",
                lazy: annotating("LeadRevisionRoute"),
              },
              {
                path: "/assignments/:id",
                lazy: annotating("AssignmentRoute"),
              },
              {
                path: "/annotations/:id",
                lazy: annotating("RevisionRoute"),
              },
              page("/projects/:slug/examples/:id", () => import("./ExampleRoute")),
              page(
                "/projects/:slug/disagreements/:id",
                () => import("@/features/disagreements/DisagreementPage"),
              ),
              {
                path: "/projects/:slug/disagreements/:id/write",
                lazy: annotating("WriteRoute"),
              },
              {
                id: PROJECT,
                ...page("/projects/:slug", () => import("./ProjectLayout")),
                children: [page("*", () => import("./OwnPages"))],
              },
              { path: "*", Component: NotFoundPage },
            ],
          },
        ],
      },
    ],
  },
];

/** Annotators' browsers need not read the addresses of some fifty pages to answer a question. */
const addProjectPages: PatchRoutesOnNavigationFunction = async ({ matches, patch }) => {
  if (!matches.some(({ route }) => route.id === PROJECT)) return;
  patch(PROJECT, (await import("./projectRoutes")).projectPages);
};

export function createRouter() {
  return createBrowserRouter(routes, { patchRoutesOnNavigation: addProjectPages });
}
