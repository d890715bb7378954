"""Control questions in the queue."""

from collections import Counter
from datetime import timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from annotator.collecting.annotations.models import Annotation
from annotator.collecting.annotations.services import submit_annotation
from annotator.collecting.assignments.claiming import claim_assignment
from annotator.collecting.assignments.controls import is_control_turn
from annotator.collecting.assignments.late import accept_late
from annotator.collecting.assignments.leases import expire_leases
from annotator.collecting.assignments.models import Assignment, Slot, SlotState
from annotator.collecting.assignments.services import park_assignment, resume_assignment
from annotator.exceptions import ConflictError
from annotator.material.corpus.models import Example
from annotator.quality.adjudication.controls import unmark_control
from annotator.workspace.accounts.models import User
from annotator.workspace.projects.models import Project, Role
from tests.factories.controls import (
    EVERY_TURN,
    claim_and_submit,
    draw_controls,
    make_controls,
)
from tests.factories.corpus import AT, make_annotators, make_examples, make_member, make_project
from tests.factories.late import BAD
from tests.size import sized

pytestmark = pytest.mark.django_db


@pytest.fixture
def project() -> Project:
    return make_project(overlap=1)


@pytest.fixture
def ada(project: Project) -> User:
    return make_annotators(project, 1)[0]


@pytest.fixture
def control(project: Project) -> Example:
    """The only control, behind another question in the queue."""
    lead = make_member(project, "lena", Role.LEAD).user
    _, control, _ = make_examples(project, 3)
    make_controls(project, [control], lead)
    return control


def claim(project: Project, annotator: User) -> Assignment:
    assignment = claim_assignment(project=project, annotator=annotator, at=AT)
    assert assignment is not None
    return assignment


@given(seed=st.integers(0, 2**63 - 1), percent=st.integers(0, 50))
def test_the_share_of_turns_is_near_the_setting(seed: int, percent: int) -> None:
    turns = 2000
    drawn = sum(
        is_control_turn(seed=seed, annotator=3, turn=turn, percent=percent) for turn in range(turns)
    )
    # Six standard deviations at most.
    assert abs(drawn - turns * percent / 100) <= 6 * (turns * 0.25) ** 0.5
    assert drawn == 0 or percent > 0


def test_without_a_share_no_control_comes(project: Project, ada: User, control: Example) -> None:
    assert not claim(project, ada).is_control


def test_a_control_comes_beside_the_overlap(project: Project, ada: User, control: Example) -> None:
    draw_controls(project, EVERY_TURN)
    assignment = claim_and_submit(project, ada)
    assert assignment is not None
    assert (assignment.example, assignment.is_control, assignment.slot) == (control, True, None)
    annotation = Annotation.objects.get()
    assert not annotation.is_late
    assert Slot.objects.filter(state=SlotState.FREE).count() == 3
    later = claim(project, ada)
    assert (later.example == control, later.is_control) == (False, False)


def test_a_control_is_parked_resumed_and_expires_like_any_question(
    project: Project, ada: User, control: Example
) -> None:
    draw_controls(project, EVERY_TURN)
    assignment = claim(project, ada)
    park_assignment(assignment=assignment, note="Later", at=AT, actor=ada)
    assert resume_assignment(assignment=assignment, at=AT).state == "open"
    later = AT + timedelta(hours=2)
    assert expire_leases(project=project, at=later) == 1
    assignment.refresh_from_db()
    assert (assignment.state, assignment.slot) == ("expired", None)
    annotation, _ = submit_annotation(assignment=assignment, answer=BAD, at=later)
    assignment.refresh_from_db()
    assert (annotation.is_late, assignment.slot, assignment.state) == (False, None, "submitted")
    with pytest.raises(ConflictError):
        accept_late(assignment=assignment, at=later, actor=None)


def test_a_control_that_was_fetched_ahead_comes_again_if_it_was_not_opened(
    project: Project, ada: User, control: Example
) -> None:
    draw_controls(project, EVERY_TURN)
    ahead = claim_assignment(project=project, annotator=ada, at=AT, ahead=True)
    assert ahead is not None
    assert (ahead.state, ahead.example) == ("reserved", control)
    expire_leases(project=project, at=AT + timedelta(minutes=3))
    assert claim(project, ada).example == control


def test_who_has_nothing_else_left_gets_no_control(
    project: Project, ada: User, control: Example
) -> None:
    for _ in range(2):
        claim_and_submit(project, ada)
    Slot.objects.filter(state=SlotState.FREE).update(state=SlotState.WITHHELD)
    draw_controls(project, EVERY_TURN)
    assert claim_assignment(project=project, annotator=ada, at=AT) is None


def test_an_unmarked_control_and_one_taken_out_do_not_come(
    project: Project, ada: User, control: Example
) -> None:
    draw_controls(project, EVERY_TURN)
    Example.objects.filter(pk=control.pk).update(purpose="taken_out")
    assert not claim(project, ada).is_control
    Example.objects.filter(pk=control.pk).update(purpose="main")
    lead = make_member(project, "leo", Role.LEAD).user
    unmark_control(example=control, at=AT, actor=lead)
    assert not claim(project, make_member(project, "ben").user).is_control


class TestQueueWithControls(TestCase):
    """Whatever the share and however the annotators take turns."""

    @settings(max_examples=sized(15, 150), deadline=None)
    @given(
        overlap=st.integers(1, 2),
        percent=st.sampled_from([0, 10, 30, 50, EVERY_TURN]),
        seed=st.integers(0, 2**63 - 1),
        turns=st.lists(st.integers(0, 2), max_size=30),
        marked=st.sets(st.integers(0, 4), max_size=5),
    )
    def test_everybody_gets_a_question_once_and_slots_are_filled_by_others_than_controls(
        self, overlap: int, percent: int, seed: int, turns: list[int], marked: set[int]
    ) -> None:
        project = make_project(overlap=overlap)
        lead = make_member(project, "lena", Role.LEAD).user
        people = make_annotators(project, 3)
        examples = make_examples(project, 5)
        if marked:
            make_controls(project, [examples[number] for number in sorted(marked)], lead)
        draw_controls(project, percent, seed)
        got: Counter[tuple[int, int]] = Counter()
        for number in turns:
            assignment = claim_and_submit(project, people[number])
            if assignment is not None:
                got[number, assignment.example_id] += 1
                assert assignment.is_control == (assignment.slot_id is None)
        assert max(got.values(), default=0) <= 1
        controls = Assignment.objects.filter(is_control=True)
        assert {each.example_id for each in controls} <= {examples[number].pk for number in marked}
        assert percent > 0 or not controls.exists()
        filled = Slot.objects.filter(state=SlotState.FILLED).count()
        assert filled == Assignment.objects.filter(is_control=False).count()
        assert Slot.objects.count() == overlap * len(examples)
