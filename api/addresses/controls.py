"""The addresses of control questions, and of questions that a lead names for somebody."""

from django.urls import path

from api.views import controls

_project = "projects/<slug:slug>/"

urlpatterns = [
    path(f"{_project}controls/", controls.ControlListView.as_view()),
    path(f"{_project}controls/share/", controls.ControlShareView.as_view()),
    path(f"{_project}controls/<int:pk>/", controls.ControlView.as_view()),
    path(f"{_project}named-assignments/", controls.NamedAssignmentListView.as_view()),
    path(f"{_project}named-assignments/<int:pk>/", controls.NamedAssignmentView.as_view()),
]
