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
  { index: true, lazy: page(() => import("@/features/progress/ProjectHomePage")) },
  { path: "training", lazy: page(() => import("@/features/training/TrainingPage")) },
  { path: "guidelines", lazy: page(() => import("@/features/guidelines/GuidelinesPage")) },
  { path: "questions", lazy: page(() => import("@/features/questions/QuestionsPage")) },
  { path: "questions/:id", lazy: page(() => import("@/features/questions/QuestionPage")) },
  { path: "faq", lazy: page(() => import("@/features/faq/FaqPage")) },
  { path: "faq/:number", lazy: page(() => import("@/features/faq/FaqEntryPage")) },
  { path: "feedback", lazy: page(() => import("@/features/feedback/FeedbackPage")) },
  { path: "judging", lazy: page(() => import("@/features/judging/JudgingPage")) },
  { path: "leaderboard", lazy: page(() => import("@/features/leaderboard/LeaderboardPage")) },
  { path: "submissions", lazy: page(() => import("@/features/leaderboard/SubmissionsPage")) },
  {
    path: "leaderboard/systems/:system",
    lazy: page(() => import("@/features/leaderboard/SystemResultsPage")),
  },
  {
    path: "leaderboard/systems/:system/card",
    lazy: page(() => import("@/features/leaderboard/ReaderCardPage")),
  },
  {
    path: "leaderboard/systems/:system/examples",
    lazy: page(() => import("@/features/leaderboard/SystemExamplesPage")),
  },
  { path: "leaderboard/retrieval", lazy: page(() => import("@/features/retrieval/RetrievalPage")) },
  {
    path: "leaderboard/retrieval/:benchmark/questions",
    lazy: page(() => import("@/features/retrieval/AskedQuestionsPage")),
  },
  {
    path: "leaderboard/retrieval/:benchmark/questions/:number",
    lazy: page(() => import("@/features/retrieval/RankedQuestionPage")),
  },
  {
    path: "error-analyses",
    lazy: page(() => import("@/features/error-analysis/AnalysesPage")),
  },
  {
    path: "error-analyses/:id",
    lazy: page(() => import("@/features/error-analysis/AnalysisPage")),
  },
  {
    path: "error-analyses/:id/answers",
    lazy: page(() => import("@/features/error-analysis/AnswersPage")),
  },
  { path: "comparing", lazy: page(() => import("@/features/comparing/ComparisonsPage")) },
  {
    path: "judgment-rounds/:id/report",
    lazy: page(() => import("@/features/judgment-rounds/ReportPage")),
  },
  {
    path: "judgment-rounds/:id/sheet",
    lazy: page(() => import("@/features/judgment-rounds/SheetPage")),
  },
  {
    Component: LeadOnly,
    children: [
      {
        path: "judgment-rounds",
        lazy: page(() => import("@/features/judgment-rounds/RoundsPage")),
      },
      {
        path: "judgment-rounds/new",
        lazy: page(() => import("@/features/judgment-rounds/NewRoundPage")),
      },
      {
        path: "judgment-rounds/:id",
        lazy: page(() => import("@/features/judgment-rounds/RoundPage")),
      },
      {
        path: "error-analyses/new",
        lazy: page(() => import("@/features/error-analysis/NewAnalysisPage")),
      },
      {
        path: "error-analyses/labels",
        lazy: page(() => import("@/features/error-analysis/LabelsPage")),
      },
      {
        path: "comparison-studies",
        lazy: page(() => import("@/features/comparison-studies/StudiesPage")),
      },
      {
        path: "comparison-studies/new",
        lazy: page(() => import("@/features/comparison-studies/NewStudyPage")),
      },
      {
        path: "comparison-studies/import",
        lazy: page(() => import("@/features/comparison-studies/ImportStudyPage")),
      },
      {
        path: "comparison-studies/:id",
        lazy: page(() => import("@/features/comparison-studies/StudyPage")),
      },
      { path: "examples", lazy: page(() => import("@/features/examples/ExamplesPage")) },
      { path: "annotations", lazy: page(() => import("@/features/examples/AnnotationsPage")) },
      {
        path: "concerns",
        lazy: page(() => import("@/features/long-form-review/ConcernsPage")),
      },
      {
        path: "confirmations",
        lazy: page(() => import("@/features/long-form-review/ConfirmationsPage")),
      },
      { path: "queries", lazy: page(() => import("@/features/queries/QueriesPage")) },
      { path: "passages", lazy: page(() => import("@/features/passages/PassagesPage")) },
      {
        path: "annotations/:id/feedback",
        lazy: page(() => import("@/features/feedback/GiveFeedbackPage")),
      },
      { path: "history", lazy: page(() => import("@/features/history/HistoryPage")) },
      { path: "annotators", lazy: page(() => import("@/features/members/AnnotatorsPage")) },
      { path: "training/:id", lazy: page(() => import("@/features/training/TraineePage")) },
      { path: "members", lazy: page(() => import("@/features/members/MembersPage")) },
      {
        path: "statistics/examples",
        lazy: page(() => import("@/features/statistics/ExamplesPage")),
      },
      {
        path: "statistics/:page?",
        lazy: page(() => import("@/features/statistics/StatisticsPage")),
      },
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
        path: "/forgot-password",
        lazy: page(() => import("@/features/session/ForgotPasswordPage")),
      },
      {
        path: "/reset-password/:key",
        lazy: page(() => import("@/features/session/ResetPasswordPage")),
      },
      {
        path: "/invitations/:secret",
        lazy: page(() => import("@/features/invitations/InvitationPage")),
      },
      {
        path: "/leaderboards/:slug",
        lazy: page(() => import("@/features/leaderboard/PublicLeaderboardPage")),
      },
      {
        path: "/leaderboards/:slug/retrieval",
        lazy: page(() => import("@/features/retrieval/PublicRetrievalPage")),
      },
      {
        path: "/set-up/:secret",
        lazy: page(() => import("@/features/session/SetUpPage")),
      },
      {
        path: "/confirm-email/:key",
        lazy: page(() => import("@/features/session/ConfirmEmailPage")),
      },
      {
        Component: SessionGuard,
        children: [
          {
            Component: AppFrame,
            children: [
              { path: "/", lazy: page(() => import("@/features/projects/HomePage")) },
              { path: "/account", lazy: page(() => import("@/features/account/AccountPage")) },
              {
                path: "/projects/new",
                lazy: page(() => import("@/features/projects/CreateProjectPage")),
              },
              {
                path: "/projects/:slug/annotate",
                lazy: annotating("AnnotateRoute"),
              },
              {
                path: "/projects/:slug/comparing/:id",
                lazy: page(() => import("@/features/comparing/ComparePage")),
              },
              {
                path: "/projects/:slug/judging/:id",
                lazy: page(() => import("@/features/judging/RoundPage")),
              },
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
              {
                path: "/projects/:slug/examples/:id",
                lazy: page(() => import("./ExampleRoute")),
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
