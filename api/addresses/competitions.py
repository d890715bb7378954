"""The addresses of competitions."""

from django.urls import path

from api.views import competition_entry, competitions, submissions, team_submissions, teams

_project = "projects/<slug:slug>/"
_competition = f"{_project}competition/"

urlpatterns = [
    path("me/competitions/", competitions.OwnCompetitionsView.as_view()),
    path(
        "competition-invitations/<str:secret>/",
        competition_entry.OpenedCompetitionInvitationView.as_view(),
    ),
    path(
        "competition-invitations/<str:secret>/accept/",
        competition_entry.CompetitionEntryView.as_view(),
    ),
    path(_competition, competitions.CompetitionView.as_view()),
    path(f"{_competition}publication/", competitions.PagePublicationView.as_view()),
    path(f"{_competition}invitation/", competitions.CompetitionInvitationView.as_view()),
    path(f"{_competition}halves/", competitions.HalvesView.as_view()),
    path(f"{_competition}phases/", competitions.PhaseListView.as_view()),
    path(f"{_competition}phases/<int:number>/", competitions.PhaseView.as_view()),
    path(
        f"{_competition}phases/<int:number>/results/", competitions.ResultsPublicationView.as_view()
    ),
    path(f"{_competition}files/", competitions.PublishedFileListView.as_view()),
    path(f"{_competition}files/<int:pk>/", competitions.PublishedFileView.as_view()),
    path(f"{_competition}table/", competitions.TableView.as_view()),
    path(f"{_competition}table.csv", competitions.TableFileView.as_view()),
    path(f"{_competition}teams/", teams.TeamListView.as_view()),
    path(f"{_competition}teams/join/", teams.JoinTeamView.as_view()),
    path(f"{_competition}teams/<int:pk>/requests/", teams.TeamRequestView.as_view()),
    path(f"{_competition}team/", teams.TeamView.as_view()),
    path(f"{_competition}team/link/", teams.TeamLinkView.as_view()),
    path(f"{_competition}team/requests/", teams.TeamRequestAnswerView.as_view()),
    path(f"{_competition}submissions/", team_submissions.TeamSubmissionListView.as_view()),
    path(f"{_project}submissions/", submissions.SubmissionListView.as_view()),
    path(f"{_project}submissions/receipts/", submissions.OwnReceiptView.as_view()),
    path(f"{_project}submissions/<int:pk>/final/", submissions.FinalView.as_view()),
    path(
        f"{_project}submissions/<int:pk>/files/<slug:part>/",
        submissions.SubmittedFileView.as_view(),
    ),
]
