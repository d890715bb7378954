"""A lead asks somebody who was accepted to qualify again."""

from datetime import datetime, timedelta
from typing import Any

import pytest

from annotator.collecting.annotations.services import submit_annotation
from annotator.collecting.assignments.claiming import claim_assignment
from annotator.collecting.training.decisions import (
    ask_to_requalify,
    decide_exam,
    take_back_requalification,
    waive_training,
)
from annotator.collecting.training.grading import finish_grading
from annotator.collecting.training.models import Decision, Step
from annotator.collecting.training.settings import require_training
from annotator.collecting.training.standing import asked_again, standing_of
from annotator.exceptions import ConflictError, InvalidInputError, NotAllowedError
from annotator.workspace.accounts.models import User
from annotator.workspace.history.models import Event
from annotator.workspace.projects.models import Membership, Project, Role
from tests.factories.corpus import AT, make_examples, make_member, make_project
from tests.factories.late import BAD
from tests.factories.training import (
    answer_all,
    finish_graded_exam,
    grade_all,
    make_trainer,
    make_training_examples,
    train_first,
)

pytestmark = pytest.mark.django_db
LATER, STILL_LATER = AT + timedelta(days=9), AT + timedelta(days=10)
REASON = "Tables have become hard to tell from lists"


@pytest.fixture
def project() -> Project:
    return train_first(make_project())


@pytest.fixture
def lead(project: Project) -> User:
    return make_trainer(project)


@pytest.fixture
def member(project: Project, lead: User) -> Membership:
    """Accepted after an exam."""
    member = make_member(project, "trainee")
    finish_graded_exam(member, lead)
    decide_exam(membership=member, verdict="accepted", note="", at=AT, actor=lead)
    return now(member)


def now(member: Membership) -> Membership:
    return Membership.objects.get(pk=member.pk)


def ask(member: Membership, lead: User, reason: str = REASON, at: datetime = LATER) -> Decision:
    return ask_to_requalify(membership=member, reason=reason, at=at, actor=lead)


def code_of(refused: "pytest.ExceptionInfo[Any]") -> str:
    code: str = refused.value.code
    return code


def test_no_new_question_comes_and_what_was_begun_is_finished(
    project: Project, lead: User, member: Membership
) -> None:
    make_examples(project, 3)
    before = LATER - timedelta(minutes=1)
    begun = claim_assignment(project=project, annotator=member.user, at=before)
    assert begun is not None
    ask(member, lead)
    again = claim_assignment(project=project, annotator=member.user, at=LATER)
    assert again == begun
    submit_annotation(assignment=begun, answer=BAD, at=LATER)
    for ahead in (False, True):
        with pytest.raises(NotAllowedError) as refused:
            claim_assignment(project=project, annotator=member.user, at=LATER, ahead=ahead)
        assert code_of(refused) == "training_first"


def test_they_pass_another_exam_and_are_let_in_again(lead: User, member: Membership) -> None:
    make_training_examples(member.project, Step.EXAM, lead)
    first = set(member.attempts.get(step="exam").answers.values_list("example", flat=True))
    ask(member, lead, at=AT)
    standing = standing_of(now(member))
    assert (standing.state, standing.since, standing.attempt) == ("exam", AT, None)
    reason = asked_again(now(member))
    assert reason is not None
    assert reason.note == REASON
    exam = answer_all(now(member))
    assert exam.number == 2
    assert not first & set(exam.answers.values_list("example", flat=True))
    grade_all(exam, lead)
    finish_grading(membership=now(member), at=STILL_LATER, actor=lead)
    decide_exam(membership=now(member), verdict="accepted", note="", at=STILL_LATER, actor=lead)
    assert now(member).qualified_at == STILL_LATER
    assert asked_again(now(member)) is None


def test_an_exam_that_was_waived_instead_of_decided_does_not_count_again(
    project: Project, lead: User
) -> None:
    member = make_member(project, "other")
    finish_graded_exam(member, lead)
    waive_training(project=project, members=[member.pk], note="Known", at=AT, actor=lead)
    ask(now(member), lead)
    standing = standing_of(now(member))
    assert (standing.state, standing.since, standing.attempt) == ("exam", LATER, None)


def test_whoever_was_accepted_without_training_begins_with_the_self_study(
    project: Project, lead: User
) -> None:
    member = make_member(project, "other")
    waive_training(project=project, members=[member.pk], note="Known", at=AT, actor=lead)
    ask(now(member), lead)
    standing = standing_of(now(member))
    assert (standing.state, standing.since) == ("self_study", LATER)


def test_taking_it_back_restores_the_earlier_acceptance(
    project: Project, lead: User, member: Membership
) -> None:
    make_examples(project, 1)
    ask(member, lead)
    take_back_requalification(membership=member, note="", at=STILL_LATER, actor=lead)
    assert now(member).qualified_at == AT
    assert claim_assignment(project=project, annotator=member.user, at=STILL_LATER)
    with pytest.raises(ConflictError) as refused:
        take_back_requalification(membership=member, note="", at=STILL_LATER, actor=lead)
    assert code_of(refused) == "not_asked"


def test_history_says_who_asked_why_and_that_it_was_taken_back(
    lead: User, member: Membership
) -> None:
    ask(member, lead)
    take_back_requalification(membership=member, note="", at=STILL_LATER, actor=lead)
    events = Event.objects.filter(verb="decided_training").order_by("pk")[1:]
    assert [(each.actor, each.at, each.details["verdict"]) for each in events] == [
        (lead, LATER, "requalify"),
        (lead, STILL_LATER, "restored"),
    ]
    assert events[0].details["note"] == REASON


def test_being_asked_again_stands_when_training_is_switched_off_and_on(
    project: Project, lead: User, member: Membership
) -> None:
    make_examples(project, 1)
    assert claim_assignment(project=project, annotator=member.user, at=AT)
    ask(member, lead)
    for required in (False, True):
        require_training(project=project, required=required, at=LATER, actor=lead)
    assert standing_of(now(member)).state == "exam"
    take_back_requalification(membership=now(member), note="", at=STILL_LATER, actor=lead)
    assert now(member).qualified_at == AT


def test_whoever_was_accepted_for_being_at_work_can_be_asked_and_it_can_be_taken_back(
    project: Project, lead: User
) -> None:
    require_training(project=project, required=False, at=AT, actor=lead)
    make_examples(project, 1)
    member = make_member(project, "other")
    project.refresh_from_db()
    assert claim_assignment(project=project, annotator=member.user, at=AT)
    require_training(project=project, required=True, at=LATER, actor=lead)
    ask(now(member), lead, at=STILL_LATER)
    assert standing_of(now(member)).state == "self_study"
    take_back_requalification(membership=now(member), note="", at=STILL_LATER, actor=lead)
    assert now(member).qualified_at == LATER


def test_a_reason_is_needed(lead: User, member: Membership) -> None:
    with pytest.raises(InvalidInputError) as refused:
        ask(member, lead, " ")
    assert code_of(refused) == "reason_needed"


def test_nobody_is_asked_twice_nor_who_is_in_training_nor_who_has_left(
    project: Project, lead: User, member: Membership
) -> None:
    newcomer = make_member(project, "newcomer")
    with pytest.raises(ConflictError) as refused:
        ask(newcomer, lead)
    assert code_of(refused) == "not_qualified"
    ask(member, lead)
    with pytest.raises(ConflictError) as refused:
        ask(member, lead)
    assert code_of(refused) == "asked_already"
    Membership.objects.filter(pk=member.pk).update(is_active=False)
    with pytest.raises(ConflictError) as refused:
        ask(member, lead)
    assert code_of(refused) == "not_active"


@pytest.mark.parametrize(
    ("required", "says"),
    [(False, "require training in the settings"), (True, "2 more for the exam")],
)
def test_without_a_training_it_says_what_to_do(required: bool, says: str) -> None:
    project = make_project()
    if required:
        train_first(project)
    lead = make_member(project, "lead", Role.LEAD).user
    make_training_examples(project, Step.SELF_STUDY, lead)
    make_training_examples(project, Step.EXAM, lead, 3)
    member = make_member(project, "trainee")
    waive_training(project=project, members=[member.pk], note="Known", at=AT, actor=lead)
    with pytest.raises(ConflictError, match=says) as refused:
        ask(now(member), lead)
    assert code_of(refused) == "training_not_ready"
    assert now(member).qualified_at == AT
