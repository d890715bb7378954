"""The addresses of publishing a data set."""

from django.urls import path

from api.views import releases

_project = "projects/<slug:slug>/"

urlpatterns = [
    path(f"{_project}release/", releases.ReleaseView.as_view()),
    path(f"{_project}releases/", releases.ReleaseListView.as_view()),
]
