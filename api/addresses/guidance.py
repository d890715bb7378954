"""The addresses of questions, FAQ, feedback and guidelines' pictures."""

from django.urls import path

from api.views import faq, feedback, guidelines, questions

_project = "projects/<slug:slug>/"

urlpatterns = [
    path(f"{_project}news/", questions.NewsView.as_view()),
    path(f"{_project}questions/", questions.ThreadListView.as_view()),
    path(f"{_project}questions/<int:pk>/", questions.ThreadView.as_view()),
    path(f"{_project}questions/<int:pk>/messages/", questions.MessageView.as_view()),
    path(f"{_project}questions/<int:pk>/close/", questions.CloseView.as_view()),
    path(f"{_project}faq/", faq.FaqListView.as_view()),
    path(f"{_project}faq/seen/", faq.FaqSeenView.as_view()),
    path(f"{_project}faq/<int:number>/", faq.FaqView.as_view()),
    path(f"{_project}faq/<int:number>/versions/", faq.FaqVersionsView.as_view()),
    path(f"{_project}feedback/", feedback.FeedbackListView.as_view()),
    path(f"{_project}feedback/summary/", feedback.FeedbackSummaryView.as_view()),
    path(f"{_project}feedback/<int:pk>/", feedback.FeedbackView.as_view()),
    path(f"{_project}feedback/<int:pk>/acknowledge/", feedback.AcknowledgeView.as_view()),
    path(f"{_project}annotations/<int:pk>/feedback/", feedback.GiveFeedbackView.as_view()),
    path(f"{_project}guidelines/changes/", guidelines.GuidelineChangesView.as_view()),
    path(f"{_project}guidelines/seen/", guidelines.GuidelineSeenView.as_view()),
    path(f"{_project}guidelines/links/", guidelines.LinkCheckView.as_view()),
    path(f"{_project}guidelines/pictures/", guidelines.PictureListView.as_view()),
    path(f"{_project}guidelines/pictures/<str:name>", guidelines.PictureView.as_view()),
]
