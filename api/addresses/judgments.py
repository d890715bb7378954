"""The addresses of judgment rounds."""

from django.urls import URLPattern, path

from api.views import cancelled_reviews, judging, judgment_reports, judgment_rounds, meetings

_project_rounds = "projects/<slug:slug>/judgment-rounds/"
_round = "judgment-rounds/<int:pk>/"
_answer = f"{_round}answers/<int:number>/"

_rounds: list[URLPattern] = [
    path(_project_rounds, judgment_rounds.RoundListView.as_view()),
    path(f"{_project_rounds}population/", judgment_rounds.PopulationView.as_view()),
    path(_round, judgment_rounds.RoundView.as_view()),
    path(f"{_round}cancel/", cancelled_reviews.RoundCancelView.as_view()),
    path(f"{_round}reopen/", cancelled_reviews.RoundReopenView.as_view()),
    path(f"{_round}experts/", judgment_rounds.RoundSeatListView.as_view()),
    path(f"{_round}experts/<int:number>/", judgment_rounds.RoundSeatView.as_view()),
    path(f"{_round}report/", judgment_reports.RoundReportView.as_view()),
    path(f"{_round}export/", judgment_reports.RoundExportView.as_view()),
    path(f"{_round}variability/", judgment_reports.RoundVariabilityView.as_view()),
    path(f"{_round}sheet/", judgment_reports.RoundSheetView.as_view()),
]
"""What leads open, read and export."""

_judging: list[URLPattern] = [
    path(f"{_round}answers/", judging.AnswerListView.as_view()),
    path(_answer, judging.JudgedAnswerView.as_view()),
    path(f"{_answer}passage/", judging.PassageView.as_view()),
    path(f"{_answer}judgment/", judging.JudgmentView.as_view()),
    path(f"{_answer}context/", judging.ContextView.as_view()),
    path(f"{_answer}page/", judging.AnswerPageView.as_view()),
    path(f"{_round}close/", judging.CloseView.as_view()),
]
"""What experts do alone."""

_meeting: list[URLPattern] = [
    path(f"{_round}meeting/", meetings.MeetingView.as_view()),
    path(f"{_round}meeting/show/", meetings.ShowView.as_view()),
    path(f"{_answer}notes/", meetings.NoteListView.as_view()),
    path(f"{_answer}consensus/", meetings.ConsensusView.as_view()),
    path(f"{_round}finish/", meetings.FinishView.as_view()),
]
"""What they do together."""

urlpatterns = [*_rounds, *_judging, *_meeting]
