"""The addresses that only projects of ASQA have."""

from django.urls import path

from api.kinds.asqa import reviewing

_project = "projects/<slug:slug>/"

urlpatterns = [
    path(
        f"{_project}examples/<int:pk>/reference-sheet/",
        reviewing.ReferenceSheetView.as_view(),
    ),
    path(f"{_project}concerns/", reviewing.ConcernListView.as_view()),
    path(f"{_project}confirmations/", reviewing.ConfirmationListView.as_view()),
]
