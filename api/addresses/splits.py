"""The addresses of a project's splits."""

from django.urls import path

from api.views import splits

_splits = "projects/<slug:slug>/splits/"

urlpatterns = [
    path(_splits, splits.SplitListView.as_view()),
    path(f"{_splits}hidden/", splits.HiddenSplitView.as_view()),
    path(f"{_splits}preview/", splits.SplitPreviewView.as_view()),
    path(f"{_splits}draw/", splits.SplitDrawView.as_view()),
]
