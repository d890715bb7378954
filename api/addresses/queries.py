"""The addresses of queries, their funnel and their filters."""

from django.urls import path

from api.views import queries

_project = "projects/<slug:slug>/"

urlpatterns = [
    path(f"{_project}queries/", queries.QueryListView.as_view()),
    path(f"{_project}queries/<int:pk>/decision/", queries.QueryDecisionView.as_view()),
    path(f"{_project}query-pages/", queries.QueryPagesView.as_view()),
    path(f"{_project}query-pages/results/", queries.QueryResultsView.as_view()),
    path(f"{_project}query-previews/", queries.QueryPreviewView.as_view()),
    path(f"{_project}page-search/", queries.PageSearchView.as_view()),
    path(f"{_project}query-filters/", queries.QueryFiltersView.as_view()),
    path(f"{_project}query-filters/apply/", queries.QueryFilteringView.as_view()),
    path(f"{_project}query-funnel/", queries.QueryFunnelView.as_view()),
]
