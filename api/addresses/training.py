"""The addresses of training."""

from django.urls import path

from api.views import training, training_answers, training_examples

_training = "projects/<slug:slug>/training/"
_trainee = f"{_training}members/<int:pk>/"
_example = f"{_training}examples/<int:pk>/"
_answer = "training/answers/<int:pk>/"

urlpatterns = [
    path(_training, training.TrainingView.as_view()),
    path(f"{_training}own/", training.OwnTrainingView.as_view()),
    path(f"{_training}own/start/", training.StartView.as_view()),
    path(f"{_training}own/read/", training.ReadView.as_view()),
    path(f"{_training}members/", training.TraineeListView.as_view()),
    path(_trainee, training.TraineeView.as_view()),
    path(f"{_trainee}sessions/", training.SessionView.as_view()),
    path(f"{_trainee}automatic-grades/", training.AutomaticGradesView.as_view()),
    path(f"{_trainee}graded/", training.FinishGradingView.as_view()),
    path(f"{_trainee}decision/", training.DecisionView.as_view()),
    path(f"{_trainee}requalification/", training.RequalificationView.as_view()),
    path(f"{_training}waivers/", training.WaiverView.as_view()),
    path(f"{_training}answers/<int:pk>/grades/", training.GradesView.as_view()),
    path(f"{_training}examples/", training_examples.TrainingExampleListView.as_view()),
    path(_example, training_examples.TrainingExampleView.as_view()),
    path(f"{_example}reference/", training_examples.ReferenceView.as_view()),
    path(_answer, training_answers.TrainingAnswerView.as_view()),
    path(f"{_answer}draft/", training_answers.TrainingDraftView.as_view()),
    path(f"{_answer}submit/", training_answers.TrainingSubmitView.as_view()),
    path(f"{_answer}page/", training_answers.TrainingPageView.as_view()),
    path(f"{_answer}pages/<int:number>/", training_answers.TrainingVisitedPageView.as_view()),
]
