"""The addresses of comparison studies."""

from django.urls import path

from api.views import cancelled_reviews, comparison_results, comparison_studies, comparisons

_project_studies = "projects/<slug:slug>/comparison-studies/"
_study = "comparison-studies/<int:pk>/"
_comparison = "comparisons/<int:pk>/"

urlpatterns = [
    path(_project_studies, comparison_studies.StudyListView.as_view()),
    path(f"{_project_studies}sources/", comparison_studies.SourcesView.as_view()),
    path(f"{_project_studies}given-pairs/", comparison_studies.GivenPairsView.as_view()),
    path(f"{_project_studies}import/", comparison_studies.StudyImportView.as_view()),
    path(_study, comparison_studies.StudyView.as_view()),
    path(f"{_study}comparisons/", comparisons.OwnComparisonListView.as_view()),
    path(f"{_study}next/", comparisons.NextComparisonView.as_view()),
    path(f"{_study}finish/", comparison_studies.StudyFinishView.as_view()),
    path(f"{_study}cancel/", cancelled_reviews.StudyCancelView.as_view()),
    path(f"{_study}reopen/", cancelled_reviews.StudyReopenView.as_view()),
    path(f"{_study}results/", comparison_results.StudyResultsView.as_view()),
    path(f"{_study}export/", comparison_studies.StudyExportView.as_view()),
    path(f"{_study}scores/", comparison_results.StudyScoresView.as_view()),
    path(f"{_study}correlations/", comparison_results.StudyCorrelationsView.as_view()),
    path(_comparison, comparisons.ComparisonView.as_view()),
    path(f"{_comparison}draft/", comparisons.ComparisonDraftView.as_view()),
    path(f"{_comparison}take-back/", comparisons.ComparisonTakeBackView.as_view()),
    path(f"{_comparison}submit/", comparisons.ComparisonSubmitView.as_view()),
]
