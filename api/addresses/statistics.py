"""The addresses of a project's statistics."""

from django.urls import path

from api.views import statistics, statistics_annotators

_statistics = "projects/<slug:slug>/statistics/"

urlpatterns = [
    path(_statistics, statistics.StatisticsView.as_view()),
    path(f"{_statistics}reports/", statistics.StatisticsRunListView.as_view()),
    path(
        f"{_statistics}annotators/<int:pk>/",
        statistics_annotators.StatisticsAnnotatorView.as_view(),
    ),
    path(f"{_statistics}examples/", statistics.StatisticsExampleListView.as_view()),
]
