"""Examples that a lead names for somebody."""

import pytest

from annotator.collecting.assignments.claiming import claim_assignment
from annotator.collecting.assignments.models import Assignment, QueuePlace, Slot, SlotState
from annotator.collecting.assignments.naming import (
    name_assignment,
    named_assignments,
    take_back_named,
)
from annotator.exceptions import ConflictError
from annotator.material.corpus.models import Example
from annotator.workspace.accounts.models import User
from annotator.workspace.history.models import Event
from annotator.workspace.projects.models import Membership, Project, Role
from tests.factories.controls import EVERY_TURN, claim_and_submit, draw_controls, make_controls
from tests.factories.corpus import AT, make_examples, make_member, make_project

pytestmark = pytest.mark.django_db


@pytest.fixture
def project() -> Project:
    return make_project(overlap=1)


@pytest.fixture
def lead(project: Project) -> User:
    return make_member(project, "lena", Role.LEAD).user


@pytest.fixture
def ada(project: Project) -> Membership:
    return make_member(project, "ada")


@pytest.fixture
def examples(project: Project) -> list[Example]:
    return make_examples(project, 4)


def claimed(project: Project, member: Membership) -> Example:
    assignment = claim_and_submit(project, member.user)
    assert assignment is not None
    return assignment.example


def test_it_comes_next_before_controls_and_the_order_of_the_queue(
    project: Project, lead: User, ada: Membership, examples: list[Example]
) -> None:
    make_controls(project, examples[:1], lead)
    draw_controls(project, EVERY_TURN)
    for example in (examples[3], examples[2]):
        name_assignment(example=example, membership=ada, at=AT, actor=lead)
    draws = [claimed(project, ada) for _ in range(4)]
    assert draws == [examples[3], examples[2], examples[0], examples[1]]
    assert [each.is_control for each in Assignment.objects.order_by("pk")] == [
        False,
        False,
        True,
        False,
    ]
    assert not QueuePlace.objects.get(membership=ada).has_named
    assert not named_assignments(project).exists()
    events = Event.objects.filter(subject="named_assignment")
    assert [(each.verb, each.actor, each.example_id) for each in events.order_by("pk")] == [
        ("named", lead, examples[3].pk),
        ("named", lead, examples[2].pk),
    ]


def test_taken_back_it_comes_in_its_usual_place(
    project: Project, lead: User, ada: Membership, examples: list[Example]
) -> None:
    named = name_assignment(example=examples[3], membership=ada, at=AT, actor=lead)
    take_back_named(named=named, at=AT, actor=lead)
    assert claimed(project, ada) == examples[0]
    assert Event.objects.get(verb="took_back").example_id == examples[3].pk


def test_once_they_have_it_it_cannot_be_taken_back(
    project: Project, lead: User, ada: Membership, examples: list[Example]
) -> None:
    named = name_assignment(example=examples[3], membership=ada, at=AT, actor=lead)
    claimed(project, ada)
    with pytest.raises(ConflictError) as refused:
        take_back_named(named=named, at=AT, actor=lead)
    assert refused.value.code == "already_had"


def test_while_others_hold_its_slots_the_queue_goes_on_and_it_comes_later(
    project: Project, lead: User, ada: Membership, examples: list[Example]
) -> None:
    name_assignment(example=examples[3], membership=ada, at=AT, actor=lead)
    Slot.objects.filter(example=examples[3]).update(state=SlotState.WITHHELD)
    assert claimed(project, ada) == examples[0]
    Slot.objects.filter(example=examples[3]).update(state=SlotState.FREE)
    assert claimed(project, ada) == examples[3]


def test_what_cannot_come_is_refused(
    project: Project, lead: User, ada: Membership, examples: list[Example]
) -> None:
    expert = make_member(project, "eve", Role.EXPERT)
    claimed(project, ada)
    name_assignment(example=examples[1], membership=ada, at=AT, actor=lead)
    Slot.objects.filter(example=examples[2]).update(state=SlotState.HELD)
    attempts = {
        "not_an_annotator": (examples[3], expert),
        "already_had": (examples[0], ada),
        "already_named": (examples[1], ada),
        "no_free_slot": (examples[2], ada),
    }
    for code, (example, member) in attempts.items():
        with pytest.raises(ConflictError) as refused:
            name_assignment(example=example, membership=member, at=AT, actor=lead)
        assert refused.value.code == code
    assert claim_assignment(project=project, annotator=ada.user, at=AT).example == examples[1]  # type: ignore[union-attr]
