from datetime import timedelta

import pytest

from annotator.collecting.assignments.claiming import claim_assignment
from annotator.collecting.assignments.models import Assignment, Slot
from annotator.collecting.assignments.overlaps import change_overlap
from annotator.collecting.assignments.services import (
    give_up_assignment,
    park_assignment,
    resume_assignment,
)
from annotator.exceptions import ConflictError, InvalidInputError, NotAllowedError
from annotator.workspace.history.models import Event
from annotator.workspace.projects.models import Role
from annotator.workspace.projects.services import change_member
from tests.factories.corpus import (
    AT,
    make_annotators,
    make_examples,
    make_member,
    make_project,
    make_user,
)

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)


def test_claim_gives_the_open_assignment_again() -> None:
    project = make_project()
    make_examples(project, 2)
    (ada,) = make_annotators(project, 1)
    first = claim_assignment(project=project, annotator=ada, at=AT)
    assert claim_assignment(project=project, annotator=ada, at=AT) == first


def test_claim_hands_out_examples_in_import_order() -> None:
    project = make_project()
    examples = make_examples(project, 3)
    annotators = make_annotators(project, 3)
    claimed = [claim_assignment(project=project, annotator=a, at=AT) for a in annotators]
    assert [c.example if c else None for c in claimed] == examples


def test_claim_gives_nothing_when_every_slot_is_taken() -> None:
    project = make_project()
    make_examples(project, 1)
    ada, ben = make_annotators(project, 2)
    claim_assignment(project=project, annotator=ada, at=AT)
    assert claim_assignment(project=project, annotator=ben, at=AT) is None


def test_claim_gives_nobody_the_same_example_twice() -> None:
    project = make_project(overlap=2)
    make_examples(project, 1)
    (ada,) = make_annotators(project, 1)
    assignment = claim_assignment(project=project, annotator=ada, at=AT)
    assert assignment
    give_up_assignment(assignment=assignment, state="skipped", note="unsure", at=AT, actor=ada)
    assert claim_assignment(project=project, annotator=ada, at=AT) is None


def test_claim_refuses_whoever_is_not_an_active_annotator() -> None:
    project = make_project()
    lead = make_member(project, "lead", Role.LEAD)
    left = make_member(project, "left")
    change_member(membership=left, is_active=False, at=AT, actor=None)
    for user in (lead.user, left.user, make_user("stranger")):
        with pytest.raises(NotAllowedError):
            claim_assignment(project=project, annotator=user, at=AT)


def test_a_lease_that_ran_out_frees_the_slot_for_others() -> None:
    project = make_project(lease_minutes=60)
    make_examples(project, 1)
    ada, ben = make_annotators(project, 2)
    hers = claim_assignment(project=project, annotator=ada, at=AT)
    assert hers
    assert claim_assignment(project=project, annotator=ben, at=AT + HOUR / 2) is None
    his = claim_assignment(project=project, annotator=ben, at=AT + HOUR)
    assert his
    assert his.example == hers.example
    hers.refresh_from_db()
    assert (hers.state, hers.slot, hers.lease_expires_at) == ("expired", None, None)


def test_an_example_whose_lease_ran_out_returns_when_nothing_new_is_left() -> None:
    project = make_project()
    make_examples(project, 2)
    (ada,) = make_annotators(project, 1)
    first = claim_assignment(project=project, annotator=ada, at=AT)
    second = claim_assignment(project=project, annotator=ada, at=AT + HOUR)
    assert first
    assert second
    assert first.example != second.example
    again = claim_assignment(project=project, annotator=ada, at=AT + 2 * HOUR)
    assert again == first


def test_a_reservation_becomes_the_next_assignment() -> None:
    project = make_project()
    make_examples(project, 3)
    (ada,) = make_annotators(project, 1)
    opened = claim_assignment(project=project, annotator=ada, at=AT)
    ahead = claim_assignment(project=project, annotator=ada, at=AT, ahead=True)
    assert opened
    assert ahead
    assert ahead.state == "reserved"
    assert claim_assignment(project=project, annotator=ada, at=AT, ahead=True) == ahead
    give_up_assignment(assignment=opened, state="skipped", note="no", at=AT, actor=ada)
    following = claim_assignment(project=project, annotator=ada, at=AT)
    assert following
    assert (following.pk, following.state) == (ahead.pk, "open")
    assert following.lease_expires_at == AT + HOUR


def test_a_reservation_that_ran_out_leaves_nothing_behind() -> None:
    project = make_project()
    make_examples(project, 1)
    ada, ben = make_annotators(project, 2)
    claim_assignment(project=project, annotator=ada, at=AT, ahead=True)
    later = AT + timedelta(minutes=2)
    assert claim_assignment(project=project, annotator=ben, at=later)
    assert not Assignment.objects.filter(annotator=ada).exists()


def test_skipping_needs_a_reason() -> None:
    project = make_project()
    make_examples(project, 1)
    (ada,) = make_annotators(project, 1)
    assignment = claim_assignment(project=project, annotator=ada, at=AT)
    assert assignment
    with pytest.raises(InvalidInputError) as refused:
        give_up_assignment(assignment=assignment, state="skipped", note=" ", at=AT, actor=ada)
    assert refused.value.fields == {"note": "Give a reason."}


def test_giving_up_frees_the_slot_and_is_on_record() -> None:
    project = make_project()
    make_examples(project, 1)
    (ada,) = make_annotators(project, 1)
    assignment = claim_assignment(project=project, annotator=ada, at=AT)
    assert assignment
    give_up_assignment(assignment=assignment, state="released", note="later", at=AT, actor=ada)
    assert Slot.objects.get().state == "free"
    event = Event.objects.get(verb="released")
    assert event.details == {"from": "open", "note": "later"}
    with pytest.raises(ConflictError):
        give_up_assignment(assignment=assignment, state="released", note="", at=AT, actor=ada)


def test_a_parked_assignment_keeps_its_slot_beyond_the_lease() -> None:
    project = make_project()
    make_examples(project, 1)
    ada, ben = make_annotators(project, 2)
    assignment = claim_assignment(project=project, annotator=ada, at=AT)
    assert assignment
    park_assignment(assignment=assignment, note="which year?", at=AT, actor=ada)
    assert claim_assignment(project=project, annotator=ben, at=AT + 24 * HOUR) is None
    resumed = resume_assignment(assignment=assignment, at=AT + 24 * HOUR)
    assert (resumed.state, resumed.lease_expires_at) == ("open", AT + 25 * HOUR)


def test_resuming_is_refused_when_the_slot_was_taken_or_another_is_open() -> None:
    project = make_project()
    make_examples(project, 2)
    ada, ben = make_annotators(project, 2)
    expired = claim_assignment(project=project, annotator=ada, at=AT)
    assert expired
    claim_assignment(project=project, annotator=ben, at=AT + HOUR)
    with pytest.raises(ConflictError) as refused:
        resume_assignment(assignment=expired, at=AT + HOUR)
    assert refused.value.code == "slot_taken"
    claim_assignment(project=project, annotator=ada, at=AT + HOUR)
    with pytest.raises(ConflictError) as refused:
        resume_assignment(assignment=expired, at=AT + HOUR)
    assert refused.value.code == "another_open"


def test_raising_the_overlap_adds_slots_and_lowering_it_removes_free_ones() -> None:
    project = make_project(overlap=1)
    make_examples(project, 3)
    change_overlap(project=project, overlap=5, at=AT, actor=None)
    assert Slot.objects.filter(state="free").count() == 15
    change_overlap(project=project, overlap=2, at=AT, actor=None)
    assert Slot.objects.filter(state="free").count() == 6


def test_lowering_the_overlap_below_work_in_hand_is_refused() -> None:
    project = make_project(overlap=2)
    make_examples(project, 1)
    for annotator in make_annotators(project, 2):
        claim_assignment(project=project, annotator=annotator, at=AT)
    with pytest.raises(ConflictError) as refused:
        change_overlap(project=project, overlap=1, at=AT, actor=None)
    assert refused.value.code == "overlap_too_small"
    assert Slot.objects.count() == 2
