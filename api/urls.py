"""The API's addresses, below ``/api/v1/``."""

from django.urls import path

from api.views import assignments, examples, jobs, projects, session

_project = "projects/<slug:slug>/"
_assignment = "assignments/<int:pk>/"

urlpatterns = [
    path("auth/session/", session.SessionView.as_view()),
    path("auth/token/", session.TokenView.as_view()),
    path("me/", session.MeView.as_view()),
    path("projects/", projects.ProjectListView.as_view()),
    path(_project, projects.ProjectView.as_view()),
    path(f"{_project}progress/", projects.ProgressView.as_view()),
    path(f"{_project}guidelines/", projects.GuidelinesView.as_view()),
    path(f"{_project}members/", projects.MemberListView.as_view()),
    path(f"{_project}members/<int:pk>/", projects.MemberView.as_view()),
    path(f"{_project}annotators/", projects.AnnotatorListView.as_view()),
    path(f"{_project}imports/", jobs.ImportView.as_view()),
    path(f"{_project}exports/", jobs.ExportView.as_view()),
    path(f"{_project}jobs/", jobs.JobListView.as_view()),
    path(f"{_project}examples/", examples.ExampleListView.as_view()),
    path(f"{_project}examples/<int:pk>/", examples.ExampleView.as_view()),
    path(f"{_project}examples/<int:pk>/page/", examples.ExamplePageView.as_view()),
    path(f"{_project}annotations/", examples.AnnotationListView.as_view()),
    path(f"{_project}assignments/", assignments.AssignmentListView.as_view()),
    path(f"{_project}assignments/next/", assignments.NextView.as_view()),
    path("jobs/<uuid:pk>/", jobs.JobView.as_view()),
    path("jobs/<uuid:pk>/cancel/", jobs.JobCancelView.as_view()),
    path("jobs/<uuid:pk>/problems/", jobs.JobProblemListView.as_view()),
    path("jobs/<uuid:pk>/result/", jobs.JobResultView.as_view()),
    path(_assignment, assignments.AssignmentView.as_view()),
    path(f"{_assignment}draft/", assignments.DraftView.as_view()),
    path(f"{_assignment}submit/", assignments.SubmitView.as_view()),
    path(f"{_assignment}page/", assignments.AssignmentPageView.as_view()),
    path(f"{_assignment}release/", assignments.ReleaseView.as_view()),
    path(f"{_assignment}skip/", assignments.SkipView.as_view()),
    path(f"{_assignment}park/", assignments.ParkView.as_view()),
    path(f"{_assignment}resume/", assignments.ResumeView.as_view()),
]
