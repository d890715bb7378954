"""The addresses of error analyses."""

from django.urls import path

from api.views import cancelled_reviews, error_analyses, error_labelling

_project = "projects/<slug:slug>/"
_analysis = f"{_project}error-analyses/<int:pk>/"

urlpatterns = [
    path(f"{_project}error-labels/", error_analyses.ErrorLabelsView.as_view()),
    path(f"{_project}error-analyses/", error_analyses.AnalysisListView.as_view()),
    path(f"{_project}error-analyses/choices/", error_analyses.ChoicesView.as_view()),
    path(_analysis, error_analyses.AnalysisView.as_view()),
    path(f"{_analysis}cancel/", cancelled_reviews.AnalysisCancelView.as_view()),
    path(f"{_analysis}reopen/", cancelled_reviews.AnalysisReopenView.as_view()),
    path(f"{_analysis}labellers/<int:number>/", error_analyses.LabellerView.as_view()),
    path(f"{_analysis}results/", error_analyses.ResultsView.as_view()),
    path(f"{_analysis}export/", error_analyses.ExportView.as_view()),
    path(f"{_analysis}answers/", error_labelling.AnswerListView.as_view()),
    path(f"{_analysis}answers/<int:number>/", error_labelling.AnswerView.as_view()),
    path(f"{_analysis}answers/<int:number>/page/", error_labelling.AnswerPageView.as_view()),
    path(f"{_analysis}answers/<int:number>/labels/", error_labelling.LabelsView.as_view()),
    path(f"{_analysis}finish/", error_labelling.FinishView.as_view()),
]
