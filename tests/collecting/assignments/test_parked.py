"""A lead frees the slot of a parked question that nobody takes up again."""

from datetime import timedelta

import pytest

from annotator.collecting.annotations.drafts import save_draft
from annotator.collecting.annotations.models import Draft
from annotator.collecting.annotations.services import submit_annotation
from annotator.collecting.assignments.claiming import claim_assignment
from annotator.collecting.assignments.models import Assignment, Slot
from annotator.collecting.assignments.parked import Freed, free_parked, freed_of, parked_of
from annotator.collecting.assignments.services import (
    give_up_assignment,
    park_assignment,
    resume_assignment,
)
from annotator.exceptions import ConflictError, InvalidInputError
from annotator.running.personal_data.services import erase_person
from annotator.workspace.accounts.models import User
from annotator.workspace.history.models import Event
from annotator.workspace.projects.models import Project
from tests.factories.corpus import AT, make_annotators, make_examples, make_project
from tests.factories.guidance import claim
from tests.factories.late import BAD

pytestmark = pytest.mark.django_db
LATER = AT + timedelta(days=8)
REASON = "Parked for a week."


@pytest.fixture
def project() -> Project:
    project = make_project()
    make_examples(project, 1)
    return project


@pytest.fixture
def people(project: Project) -> list[User]:
    return make_annotators(project, 2)


@pytest.fixture
def parked(project: Project, people: list[User]) -> Assignment:
    """Of the first annotator, with a draft and a note."""
    assignment = claim(project, people[0])
    save_draft(assignment=assignment, version=0, answer=BAD, at=AT)
    return park_assignment(assignment=assignment, note="My own note", at=AT, actor=people[0])


def free(assignment: Assignment, lead: User, reason: str = REASON) -> Assignment:
    return free_parked(assignment=assignment, reason=reason, at=LATER, actor=lead)


def test_a_freed_slot_goes_to_somebody_else_and_the_draft_stays(
    project: Project, people: list[User], parked: Assignment, lead: User
) -> None:
    assert claim_assignment(project=project, annotator=people[1], at=LATER) is None
    freed = free(parked, lead)
    assert (freed.state, freed.slot, freed.note) == ("released", None, "My own note")
    assert Draft.objects.get(assignment=parked).answer["question_quality"] == "bad"
    assert Slot.objects.get().state == "free"
    event = Event.objects.get(verb="freed")
    assert (event.actor, event.at, event.details) == (
        lead,
        LATER,
        {"from": "parked", "reason": REASON},
    )
    assert freed_of([freed]) == {freed.pk: Freed(at=LATER, reason=REASON)}
    other = claim_assignment(project=project, annotator=people[1], at=LATER)
    assert other is not None
    submit_annotation(assignment=other, answer=BAD, at=LATER)
    with pytest.raises(ConflictError) as refused:
        resume_assignment(assignment=parked, at=LATER)
    assert refused.value.code == "slot_taken"


def test_its_annotator_may_take_it_up_again_while_the_slot_is_free(
    people: list[User], parked: Assignment, lead: User
) -> None:
    freed = free(parked, lead)
    resumed = resume_assignment(assignment=freed, at=LATER)
    assert resumed.state == "open"
    assert freed_of([resumed]) == {}
    given_up = give_up_assignment(
        assignment=resumed, state="released", note="", at=LATER, actor=people[0]
    )
    assert freed_of([given_up]) == {}


def test_only_what_is_parked_is_freed_and_once(
    project: Project, people: list[User], lead: User
) -> None:
    opened = claim(project, people[0])
    with pytest.raises(ConflictError) as refused:
        free(opened, lead)
    assert refused.value.code == "not_parked"
    park_assignment(assignment=opened, note="", at=AT, actor=people[0])
    with pytest.raises(InvalidInputError) as refused_without:
        free(opened, lead, " ")
    assert refused_without.value.code == "reason_needed"
    free(opened, lead)
    with pytest.raises(ConflictError):
        free(opened, lead)
    assert Event.objects.filter(verb="freed").count() == 1


def test_leads_find_what_was_parked_longest_first_by_when_it_was_parked_last(
    project: Project, people: list[User], parked: Assignment
) -> None:
    make_examples(project, 1)
    other = claim(project, people[1])
    park_assignment(assignment=other, note="", at=AT + timedelta(hours=1), actor=people[1])
    resume_assignment(assignment=parked, at=AT)
    again = AT + timedelta(minutes=30)
    park_assignment(assignment=parked, note="", at=again, actor=people[0])
    found = [(each.pk, each.parked_at) for each in parked_of(project)]  # type: ignore[attr-defined]
    assert found == [(parked.pk, again), (other.pk, AT + timedelta(hours=1))]


def test_what_a_lead_wrote_about_somebody_goes_when_they_are_erased(
    people: list[User], parked: Assignment, lead: User
) -> None:
    free(parked, lead, "Is ill for weeks.")
    erase_person(user=people[0], at=LATER, actor=None)
    assert Event.objects.get(verb="freed").details["reason"] == ""
