"""The addresses of disagreements and what leads decided."""

from django.urls import path

from api.views import adjudication

_disagreements = "projects/<slug:slug>/disagreements/"
_example = f"{_disagreements}<int:pk>/"

urlpatterns = [
    path(_disagreements, adjudication.DisagreementListView.as_view()),
    path(_example, adjudication.DisagreementView.as_view()),
    path(f"{_example}pick/", adjudication.PickView.as_view()),
    path(f"{_example}write/", adjudication.WriteView.as_view()),
    path(f"{_example}withdraw/", adjudication.WithdrawView.as_view()),
]
