"""Somebody's training: what they get of it, and what stays once they are erased."""

import pytest

from annotator.collecting.training.decisions import ask_to_requalify, decide_exam, waive_training
from annotator.collecting.training.models import (
    Attempt,
    Decision,
    Grade,
    InPersonSession,
    TrainingAnswer,
)
from annotator.running.personal_data.collection import parts_about
from annotator.running.personal_data.services import erase_person
from annotator.workspace.accounts.models import User
from annotator.workspace.history.models import Event
from annotator.workspace.projects.models import Membership, Project
from tests.factories.corpus import AT, make_member, make_project
from tests.factories.training import finish_graded_exam, make_trainer, train_first

pytestmark = pytest.mark.django_db


@pytest.fixture
def project() -> Project:
    return make_project()


@pytest.fixture
def lead(project: Project) -> User:
    return make_trainer(project)


@pytest.fixture
def trainee(project: Project, lead: User) -> Membership:
    trainee = make_member(project, "zoe.lovelace")
    finish_graded_exam(trainee, lead)
    note = "Well done, zoe.lovelace"
    decide_exam(membership=trainee, verdict="accepted", note=note, at=AT, actor=lead)
    return trainee


def test_one_gets_what_one_answered_and_how_it_was_graded(trainee: Membership) -> None:
    told = {part.name: list(part.rows()) for part in parts_about(trainee.user)}
    assert [row["step"] for row in told["training_attempts"]] == ["self_study", "exam"]
    assert len(told["training_answers"]) == 8
    assert len(told["training_grades"]) == 15
    assert [row["verdict"] for row in told["training_decisions"]] == ["accepted"]


def test_a_lead_gets_references_and_grades(lead: User, trainee: Membership) -> None:
    told = {part.name: list(part.rows()) for part in parts_about(lead)}
    assert len(told["training_references"]) == 8
    assert len(told["training_grades_given"]) == 15


def test_of_an_erased_trainee_the_decision_stays_alone(trainee: Membership) -> None:
    erase_person(user=trainee.user, at=AT, actor=None)
    left = [Attempt, Grade, InPersonSession]
    assert [model.objects.count() for model in left] == [0, 0, 0]
    assert TrainingAnswer.objects.filter(attempt__isnull=False).count() == 0
    decision = Decision.objects.get()
    assert (decision.verdict, decision.note, decision.attempt) == ("accepted", "", None)


def test_what_was_noted_of_an_erased_trainee_is_gone_from_the_history_too(
    project: Project, lead: User, trainee: Membership
) -> None:
    other = make_member(project, "ada")
    for membership in (trainee, other):
        membership.refresh_from_db()
    waive_training(project=project, members=[other.pk], note="Trained us.", at=AT, actor=lead)
    train_first(project)
    note = "Was ill for weeks."
    ask_to_requalify(membership=trainee, reason=note, at=AT, actor=lead)
    erase_person(user=trainee.user, at=AT, actor=None)
    events = Event.objects.filter(verb="decided_training").order_by("pk")
    assert [(event.details["verdict"], event.details["note"]) for event in events] == [
        ("accepted", ""),
        ("waived", "Trained us."),
        ("requalify", ""),
    ]
