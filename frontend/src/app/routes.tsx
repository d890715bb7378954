import type { ComponentType } from "react";
import { Navigate, Outlet, type RouteObject, createBrowserRouter } from "react-router";

import { LoadingState } from "@/components/states";

import { AppFrame } from "./AppFrame";
import { ErrorPage, NotFoundPage } from "./ErrorPage";
import { SessionGuard } from "./SessionGuard";

type Load = () => Promise<{ default: ComponentType }>;

/** Loads a page's code when its address is first visited. */
function lazily(load: Load) {
  return async () => ({ Component: (await load()).default });
}

function page(path: string, load: Load) {
  return { path, lazy: lazily(load) };
}

/** The pages for what an annotator holds: what they look like depends on its kind. */
function annotating(
  name:
    | "AnnotateRoute"
    | "AssignmentRoute"
    | "LeadRevisionRoute"
    | "RevisionRoute"
    | "TrainingAnswerRoute",
) {
  return async () => ({ Component: (await import("./annotationPages"))[name] });
}

const projectPages: RouteObject[] = [
  { index: true, lazy: lazily(() => import("@/features/progress/ProjectHomePage")) },
  page("training", () => import("@/features/training/TrainingPage")),
  page("guidelines", () => import("@/features/guidelines/GuidelinesPage")),
  page("questions", () => import("@/features/questions/QuestionsPage")),
  page("questions/:id", () => import("@/features/questions/QuestionPage")),
  page("faq", () => import("@/features/faq/FaqPage")),
  page("faq/:number", () => import("@/features/faq/FaqEntryPage")),
  page("feedback", () => import("@/features/feedback/FeedbackPage")),
  page("judging", () => import("@/features/judging/JudgingPage")),
  page("leaderboard", () => import("@/features/leaderboard/LeaderboardPage")),
  page("team", () => import("@/features/competition/TeamPage")),
  page("leaderboard/systems/:system", () => import("@/features/leaderboard/SystemResultsPage")),
  page("leaderboard/systems/:system/card", () => import("@/features/leaderboard/ReaderCardPage")),
  page(
    "leaderboard/systems/:system/examples",
    () => import("@/features/leaderboard/SystemExamplesPage"),
  ),
  page("leaderboard/retrieval", () => import("@/features/retrieval/RetrievalPage")),
  page(
    "leaderboard/retrieval/:benchmark/questions",
    () => import("@/features/retrieval/AskedQuestionsPage"),
  ),
  page(
    "leaderboard/retrieval/:benchmark/questions/:number",
    () => import("@/features/retrieval/RankedQuestionPage"),
  ),
  page("error-analyses", () => import("@/features/error-analysis/AnalysesPage")),
  page("error-analyses/:id", () => import("@/features/error-analysis/AnalysisPage")),
  page("error-analyses/:id/answers", () => import("@/features/error-analysis/AnswersPage")),
  page("comparing", () => import("@/features/comparing/ComparisonsPage")),
  page("judgment-rounds/:id/report", () => import("@/features/judgment-rounds/ReportPage")),
  page("judgment-rounds/:id/sheet", () => import("@/features/judgment-rounds/SheetPage")),
  {
    lazy: lazily(() => import("./LeadOnly")),
    children: [
      page("judgment-rounds", () => import("@/features/judgment-rounds/RoundsPage")),
      page("judgment-rounds/new", () => import("@/features/judgment-rounds/NewRoundPage")),
      page("judgment-rounds/:id", () => import("@/features/judgment-rounds/RoundPage")),
      page("error-analyses/new", () => import("@/features/error-analysis/NewAnalysisPage")),
      page("error-analyses/labels", () => import("@/features/error-analysis/LabelsPage")),
      page("comparison-studies", () => import("@/features/comparison-studies/StudiesPage")),
      page("comparison-studies/new", () => import("@/features/comparison-studies/NewStudyPage")),
      page(
        "comparison-studies/import",
        () => import("@/features/comparison-studies/ImportStudyPage"),
      ),
      page("comparison-studies/:id", () => import("@/features/comparison-studies/StudyPage")),
      page("examples", () => import("@/features/examples/ExamplesPage")),
      page("disagreements", () => import("@/features/disagreements/DisagreementsPage")),
      page("annotations", () => import("@/features/examples/AnnotationsPage")),
      page("queries", () => import("@/features/queries/QueriesPage")),
      page("passages", () => import("@/features/passages/PassagesPage")),
      page("annotations/:id/feedback", () => import("@/features/feedback/GiveFeedbackPage")),
      page("history", () => import("@/features/history/HistoryPage")),
      page("competition", () => import("@/features/competition/ManagePage")),
      { path: "annotators", element: <Navigate to="../statistics/people" replace /> },
      page("training/:id", () => import("@/features/training/TraineePage")),
      page("members", () => import("@/features/members/MembersPage")),
      page("hours", () => import("@/features/hours/HoursPage")),
      page("statistics/examples", () => import("@/features/statistics/ExamplesPage")),
      page("statistics/:page?", () => import("@/features/statistics/StatisticsPage")),
      page("import", () => import("@/features/transfers/ImportPage")),
      page("export", () => import("./ExportRoute")),
      page("settings", () => import("@/features/projects/SettingsPage")),
    ],
  },
];

export const routes: RouteObject[] = [
  {
    Component: Outlet,
    ErrorBoundary: ErrorPage,
    HydrateFallback: LoadingState,
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
                ...page("/projects/:slug", () => import("./ProjectLayout")),
                children: [...projectPages, page("*", () => import("./OwnPages"))],
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
