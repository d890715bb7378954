"""The API's addresses, below ``/api/v1/``."""

from django.urls import path

from annotator.workspace.projects.kinds import ROOMS, part_of
from api.addresses.adjudication import urlpatterns as adjudication
from api.addresses.comparisons import urlpatterns as comparisons
from api.addresses.competitions import urlpatterns as competitions
from api.addresses.error_analyses import urlpatterns as error_analyses
from api.addresses.guidance import urlpatterns as guidance
from api.addresses.judgments import urlpatterns as judgments
from api.addresses.leaderboard import urlpatterns as leaderboard
from api.addresses.page_refreshes import urlpatterns as page_refreshes
from api.addresses.queries import urlpatterns as queries
from api.addresses.splits import urlpatterns as splits
from api.addresses.statistics import urlpatterns as statistics
from api.addresses.training import urlpatterns as training
from api.views import (
    account,
    adaptive_overlap,
    annotations,
    assignments,
    context_passages,
    examples,
    first_account,
    history,
    invitations,
    job_files,
    jobs,
    lead_revisions,
    overview,
    parked,
    personal_data,
    projects,
    queue,
    second_factor,
    session,
    single_sign_on,
    suggestions,
    tokens,
    visited_pages,
)

_project = "projects/<slug:slug>/"
_assignment = "assignments/<int:pk>/"

# Django tries one pattern after the other: first what annotators ask all day.
urlpatterns = [
    path(f"{_assignment}draft/", assignments.DraftView.as_view()),
    path(f"{_assignment}page/", assignments.AssignmentPageView.as_view()),
    path(f"{_assignment}page-ahead/", assignments.PageAheadView.as_view()),
    path(f"{_assignment}submit/", assignments.SubmitView.as_view()),
    path(f"{_project}assignments/next/", assignments.NextView.as_view()),
    path("auth/token/", session.TokenView.as_view()),
    path("set-up/<str:secret>/", first_account.FirstAccountView.as_view()),
    path("auth/single-sign-on/", single_sign_on.SingleSignOnView.as_view()),
    path("me/", session.MeView.as_view()),
    path("me/account/", account.AccountView.as_view()),
    path("me/account/email/", account.EmailView.as_view()),
    path("me/sessions/", account.SessionListView.as_view()),
    path("me/second-factor/", second_factor.SecondFactorView.as_view()),
    path("me/second-factor/key/", second_factor.NewKeyView.as_view()),
    path("me/second-factor/on/", second_factor.TurnOnView.as_view()),
    path("me/second-factor/off/", second_factor.TurnOffView.as_view()),
    path("me/second-factor/recovery-codes/", second_factor.RecoveryCodesView.as_view()),
    path("me/second-factor/recovery-codes/new/", second_factor.NewRecoveryCodesView.as_view()),
    path("me/single-sign-on/", single_sign_on.ConnectionView.as_view()),
    path("me/single-sign-on/disconnect/", single_sign_on.DisconnectionView.as_view()),
    path("me/tokens/", tokens.ApiTokenListView.as_view()),
    path("me/tokens/<int:pk>/", tokens.ApiTokenView.as_view()),
    path("me/data-export/", personal_data.DataExportView.as_view()),
    path("me/erase/", personal_data.ErasureView.as_view()),
    path("projects/", projects.ProjectListView.as_view()),
    path(_project, projects.ProjectView.as_view()),
    path(f"{_project}progress/", projects.ProgressView.as_view()),
    path(f"{_project}guidelines/", projects.GuidelinesView.as_view()),
    path(f"{_project}members/", projects.MemberListView.as_view()),
    path(f"{_project}members/<int:pk>/", projects.MemberView.as_view()),
    path(f"{_project}invitations/", invitations.InvitationListView.as_view()),
    path(f"{_project}invitations/<int:pk>/", invitations.InvitationView.as_view()),
    path("invitations/<str:secret>/", invitations.OpenedInvitationView.as_view()),
    path("invitations/<str:secret>/accept/", invitations.AcceptInvitationView.as_view()),
    path(f"{_project}annotators/", projects.AnnotatorListView.as_view()),
    path(f"{_project}imports/", jobs.ImportView.as_view()),
    path(f"{_project}exports/", jobs.ExportView.as_view()),
    path(f"{_project}jobs/", jobs.JobListView.as_view()),
    path(f"{_project}examples/", examples.ExampleListView.as_view()),
    path(f"{_project}examples/<int:pk>/", examples.ExampleView.as_view()),
    path(f"{_project}examples/<int:pk>/page/", examples.ExamplePageView.as_view()),
    path(
        f"{_project}examples/<int:pk>/pages/<int:number>/",
        visited_pages.ExampleVisitedPageView.as_view(),
    ),
    path(f"{_project}examples/<int:pk>/history/", history.ExampleHistoryView.as_view()),
    path(f"{_project}history/", history.HistoryView.as_view()),
    path(f"{_project}annotations/", examples.AnnotationListView.as_view()),
    path(f"{_project}annotations/<int:pk>/", annotations.AnnotationView.as_view()),
    path(f"{_project}annotations/<int:pk>/reopen/", annotations.ReopenView.as_view()),
    path(f"{_project}annotations/<int:pk>/revision/", lead_revisions.RevisionView.as_view()),
    path(
        f"{_project}annotations/<int:pk>/revision/draft/",
        lead_revisions.RevisionDraftView.as_view(),
    ),
    path(f"{_project}annotations/<int:pk>/acceptance/", queue.AcceptanceView.as_view()),
    path(f"{_project}context-passages/", context_passages.ContextPassageListView.as_view()),
    path(f"{_project}context-threshold/", context_passages.ContextThresholdView.as_view()),
    path(f"{_project}overview/", overview.OverviewView.as_view()),
    path(f"{_project}targets/", overview.TargetsView.as_view()),
    path(f"{_project}queue/", queue.QueueView.as_view()),
    path(f"{_project}adaptive-overlap/", adaptive_overlap.AdaptiveOverlapView.as_view()),
    path(f"{_project}suggestions/", suggestions.SuggestionsView.as_view()),
    path(f"{_project}suggestions/export/", suggestions.SuggestionExportView.as_view()),
    path(f"{_project}priorities/", queue.PriorityView.as_view()),
    path(f"{_project}assignments/", assignments.AssignmentListView.as_view()),
    path(f"{_project}assignments/<int:pk>/free/", parked.FreeView.as_view()),
    path(f"{_project}parked/", parked.ParkedListView.as_view()),
    path("jobs/<uuid:pk>/", jobs.JobView.as_view()),
    path("jobs/<uuid:pk>/cancel/", jobs.JobCancelView.as_view()),
    path("jobs/<uuid:pk>/problems/", jobs.JobProblemListView.as_view()),
    path("jobs/<uuid:pk>/problems.csv", job_files.JobProblemsFileView.as_view()),
    path("jobs/<uuid:pk>/result/", job_files.JobResultView.as_view()),
    path(_assignment, assignments.AssignmentView.as_view()),
    path(
        f"{_assignment}pages/<int:number>/",
        visited_pages.AssignmentVisitedPageView.as_view(),
    ),
    path(f"{_assignment}release/", assignments.ReleaseView.as_view()),
    path(f"{_assignment}skip/", assignments.SkipView.as_view()),
    path(f"{_assignment}park/", assignments.ParkView.as_view()),
    path(f"{_assignment}resume/", assignments.ResumeView.as_view()),
    path("annotations/<int:pk>/", annotations.OwnAnnotationView.as_view()),
    path("annotations/<int:pk>/draft/", annotations.RevisionDraftView.as_view()),
    path("annotations/<int:pk>/revise/", annotations.ReviseView.as_view()),
    path("annotations/<int:pk>/undo/", annotations.UndoView.as_view()),
    *adjudication,
    *comparisons,
    *error_analyses,
    *guidance,
    *judgments,
    *competitions,
    *leaderboard,
    *splits,
    *page_refreshes,
    *queries,
    *statistics,
    *(each for kind in ROOMS for each in part_of(kind, "addresses", of="api").urlpatterns),
    *training,
]
