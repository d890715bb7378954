"""The addresses of systems and the leaderboard."""

from django.urls import path

from api.views import baselines, leaderboard, readers, retrieval

_project = "projects/<slug:slug>/"
_benchmark = f"{_project}retrieval/benchmarks/<int:pk>/"

urlpatterns = [
    path(f"{_project}leaderboard/", leaderboard.LeaderboardView.as_view()),
    path(f"{_project}leaderboard/publication/", leaderboard.PublicationView.as_view()),
    path(f"{_project}baselines/", baselines.BaselineListView.as_view()),
    path(f"{_project}readers/", readers.ReaderListView.as_view()),
    path(f"{_project}systems/<int:pk>/card/", readers.ReaderCardView.as_view()),
    path(f"{_project}systems/<int:pk>/model/", readers.ReaderModelView.as_view()),
    path(f"{_project}scores/again/", leaderboard.ScoreAgainView.as_view()),
    path(f"{_project}systems/", leaderboard.SystemListView.as_view()),
    path(f"{_project}systems/<int:pk>/", leaderboard.SystemView.as_view()),
    path(f"{_project}systems/<int:pk>/results/", leaderboard.ResultsView.as_view()),
    path(f"{_project}systems/<int:pk>/examples/", leaderboard.ScoredExamplesView.as_view()),
    path(
        f"{_project}systems/<int:pk>/examples/<int:example>/",
        leaderboard.SystemAnswerView.as_view(),
    ),
    path(f"{_project}retrieval/", retrieval.RetrievalView.as_view()),
    path(f"{_project}encoders/", retrieval.EncoderListView.as_view()),
    path(f"{_project}encoders/<int:pk>/", retrieval.EncoderView.as_view()),
    path(f"{_benchmark}questions/", retrieval.AskedQuestionsView.as_view()),
    path(f"{_benchmark}questions/<int:number>/", retrieval.RankedQuestionView.as_view()),
    path(f"{_benchmark}texts/<slug:part>/", retrieval.BenchmarkTextsView.as_view()),
    path(f"{_project}scored-files/<int:pk>/", leaderboard.ScoredFileView.as_view()),
]
