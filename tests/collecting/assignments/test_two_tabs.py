"""One person's two tabs, in the moment in which they get in each other's way."""

from datetime import timedelta

import pytest

from annotator.collecting.annotations.services import submit_annotation
from annotator.collecting.assignments.claiming import claim_assignment
from annotator.collecting.assignments.leases import expire_leases
from annotator.collecting.assignments.models import Assignment, AssignmentState, Slot
from annotator.collecting.assignments.services import locked_own_assignment, park_assignment
from annotator.workspace.accounts.models import User
from annotator.workspace.projects.models import Project
from tests.factories.corpus import AT, BAD, make_annotators, make_examples, make_project
from tests.meanwhile import meanwhile

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.only_on("postgresql", reason="on SQLite one transaction waits for the other"),
]
LATER = AT + timedelta(hours=2)


def project_with_one_annotator(examples: int) -> tuple[Project, User]:
    project = make_project()
    make_examples(project, examples)
    (annotator,) = make_annotators(project, 1)
    return project, annotator


def states() -> list[tuple[str, str]]:
    """State and slot's state of all assignments."""
    rows = Assignment.objects.order_by("pk").values_list("state", "slot__state")
    return list(rows)


def test_what_was_fetched_ahead_is_not_opened_while_the_other_tab_submits_it() -> None:
    project, annotator = project_with_one_annotator(3)
    reserved = claim_assignment(project=project, annotator=annotator, at=AT, ahead=True)
    assert reserved is not None
    got = meanwhile(
        lambda: submit_annotation(assignment=reserved, answer=BAD, at=AT),
        lambda: claim_assignment(project=project, annotator=annotator, at=AT),
    )
    assert got is not None
    assert got.pk != reserved.pk
    assert states() == [("submitted", "filled"), ("open", "held")]


def test_a_submission_that_waits_for_the_other_tab_sees_what_that_has_done() -> None:
    project, annotator = project_with_one_annotator(2)
    claimed = claim_assignment(project=project, annotator=annotator, at=AT)
    assert claimed is not None

    def park_and_claim() -> None:
        park_assignment(assignment=claimed, note="later", at=AT, actor=annotator)
        claim_assignment(project=project, annotator=annotator, at=AT)

    def read() -> tuple[str, int]:
        with locked_own_assignment(annotator=annotator, pk=claimed.pk, with_place=True) as locked:
            assert locked is not None
            assert locked.place is not None
            return locked.assignment.state, locked.place.cursor

    ranks = list(Slot.objects.order_by("rank").values_list("rank", flat=True))
    assert meanwhile(park_and_claim, read) == ("parked", ranks[1])


def test_an_expired_question_is_not_given_again_while_the_other_tab_submits_it() -> None:
    project, annotator = project_with_one_annotator(1)
    claimed = claim_assignment(project=project, annotator=annotator, at=AT)
    assert claimed is not None
    expire_leases(project=project, at=LATER)
    # Two slots, so that the late submission leaves one free.
    slot = Slot.objects.get()
    Slot.objects.create(
        example_id=slot.example_id, number=1, state="free", project=project, rank=slot.rank
    )
    got = meanwhile(
        lambda: submit_annotation(assignment=claimed, answer=BAD, at=LATER),
        lambda: claim_assignment(project=project, annotator=annotator, at=LATER),
    )
    assert got is None
    assert states() == [(AssignmentState.SUBMITTED, "filled")]
