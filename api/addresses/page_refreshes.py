"""The addresses of newer revisions of pages."""

from django.urls import path

from api.views import page_refreshes

_refreshes = "projects/<slug:slug>/page-refreshes/"

urlpatterns = [
    path(_refreshes, page_refreshes.PageRefreshesView.as_view()),
    path(f"{_refreshes}<uuid:pk>/", page_refreshes.RefreshedPagesView.as_view()),
    path(f"{_refreshes}<uuid:pk>/ask-again/", page_refreshes.AskAgainView.as_view()),
]
