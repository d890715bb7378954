"""Whatever happens to annotations: what was built bit by bit is what would be built from nothing,
and only what changed is built.
"""

from collections import defaultdict
from collections.abc import Callable
from contextlib import suppress
from dataclasses import fields
from datetime import datetime, timedelta
from typing import Any

import numpy as np
import pytest
from django.db import transaction
from django.test import override_settings
from hypothesis import given, settings
from hypothesis import strategies as st

from annotator.collecting.annotations.models import Annotation
from annotator.collecting.annotations.revisions import newest_of, revise_annotation
from annotator.collecting.annotations.services import submit_annotation
from annotator.collecting.assignments.claiming import claim_assignment
from annotator.collecting.assignments.late import accept_late, withdraw_acceptance
from annotator.collecting.assignments.leases import expire_leases
from annotator.collecting.assignments.models import Assignment, AssignmentState
from annotator.collecting.assignments.services import give_up_assignment
from annotator.exceptions import DomainError
from annotator.quality.reports import chunks
from annotator.quality.reports.chunks import count_current, load_columns
from annotator.quality.reports.models import AnnotationChunk
from annotator.quality.reports.sections.process import compute
from annotator.workspace.accounts.models import User
from annotator.workspace.projects.models import Project
from tests.factories.corpus import AT, make_annotators, make_examples, make_project
from tests.factories.report_columns import make_context
from tests.quality.reports.reporting import bring_up_to_date
from tests.size import sized

pytestmark = pytest.mark.django_db

ANSWERS = (
    {"question_quality": "bad", "long_answer": None},
    {"question_quality": "good", "long_answer": None},
    {"question_quality": "good", "long_answer": {"candidate_index": 0}},
)


class World:
    """A project of three examples that two annotators each are to answer, and three at work."""

    def __init__(self) -> None:
        self.project = make_project(overlap=2)
        self.annotators = make_annotators(self.project, 3)
        make_examples(self.project, 3)
        self.at = AT

    def act(self, name: str, person: int, choice: int) -> None:
        """Do one thing an hour and a half later; what can't be done then is refused."""
        self.at += timedelta(minutes=90)
        with suppress(DomainError):
            _ACTIONS[name](self, self.annotators[person], choice)

    def claim(self, annotator: User, choice: int) -> None:
        claim_assignment(project=self.project, annotator=annotator, at=self.at)

    def submit(self, annotator: User, choice: int) -> None:
        begun = (AssignmentState.OPEN, AssignmentState.EXPIRED)
        assignment = self._one(annotator, choice, state__in=begun)
        if assignment:
            answer = {**ANSWERS[choice], "short_answers": [], "yes_no_answer": "NONE"}
            submit_annotation(assignment=assignment, answer=answer, at=self.at)

    def revise(self, annotator: User, choice: int) -> None:
        assignment = self._one(annotator, choice, state=AssignmentState.SUBMITTED)
        if assignment:
            answer = {**ANSWERS[choice], "short_answers": [], "yes_no_answer": "NONE"}
            annotation = newest_of(assignment)
            revise_annotation(annotation=annotation, answer=answer, reason="x", at=self.at)

    def release(self, annotator: User, choice: int) -> None:
        assignment = self._one(annotator, choice, state=AssignmentState.OPEN)
        if assignment:
            state = AssignmentState.RELEASED
            give_up_assignment(
                assignment=assignment, state=state, note="", at=self.at, actor=annotator
            )

    def expire(self, annotator: User, choice: int) -> None:
        expire_leases(project=self.project, at=self.at)

    def accept(self, annotator: User, choice: int) -> None:
        assignment = self._one(annotator, choice, annotations__is_late=True)
        if assignment:
            accept_late(assignment=assignment, at=self.at, actor=None)

    def withdraw(self, annotator: User, choice: int) -> None:
        assignment = self._one(annotator, choice, annotations__is_late=True)
        if assignment:
            withdraw_acceptance(assignment=assignment, at=self.at, actor=None)

    def _one(self, annotator: User, choice: int, **narrowed: object) -> Assignment | None:
        found = list(Assignment.objects.filter(annotator=annotator, **narrowed).order_by("pk"))
        return found[choice % len(found)] if found else None


_ACTIONS: dict[str, Callable[[World, User, int], None]] = {
    "claim": World.claim,
    "submit": World.submit,
    "revise": World.revise,
    "release": World.release,
    "expire": World.expire,
    "accept": World.accept,
    "withdraw": World.withdraw,
}
_LOOK = ("look", 0, 0)
_steps = st.one_of(
    st.tuples(st.sampled_from(sorted(_ACTIONS)), st.integers(0, 2), st.integers(0, 2)),
    # What most of the others need first.
    st.tuples(st.sampled_from(["claim", "submit"]), st.integers(0, 2), st.integers(0, 2)),
    st.just(_LOOK),
)


def counting_by_hand(project: Project) -> dict[int, list[int]]:
    """By example, the annotations that count, found one by one."""
    counting = defaultdict(list)
    rows = Annotation.objects.filter(example__project=project).select_related("assignment")
    for annotation in sorted(rows, key=_earliest_first):
        is_newest = not Annotation.objects.filter(revision_of=annotation).exists()
        if is_newest and annotation.assignment.slot_id is not None:
            counting[annotation.example_id].append(annotation.pk)
    return counting


def _earliest_first(annotation: Annotation) -> tuple[datetime, int]:
    assignment = annotation.assignment
    return assignment.submitted_at or annotation.created_at, assignment.pk


def check(project: Project, before: dict[int, list[int]]) -> dict[int, list[int]]:
    """Bring the chunks of one example each up to date, and hold them against the rows."""
    counting = counting_by_hand(project)
    changed = [key for key, annotations in counting.items() if annotations != before.get(key)]
    assert bring_up_to_date(project) == len(changed)
    columns = load_columns(project)
    assert columns.annotation.tolist() == [
        key for _, keys in sorted(counting.items()) for key in keys
    ]
    assert count_current(project) == len(columns)
    AnnotationChunk.objects.filter(project=project).delete()
    bring_up_to_date(project)
    anew = load_columns(project)
    for each in fields(columns):
        np.testing.assert_array_equal(getattr(columns, each.name), getattr(anew, each.name))
    return counting


@settings(max_examples=sized(8, 50))
@given(steps=st.lists(_steps, max_size=25))
def test_columns_built_bit_by_bit_are_those_built_from_nothing(
    steps: list[tuple[str, int, int]],
) -> None:
    with override_settings(EXAMPLES_IN_CHUNK=1), transaction.atomic():
        world, known = World(), {}
        for step in [*steps, _LOOK]:
            if step == _LOOK:
                known = check(world.project, known)
            else:
                world.act(*step)
        transaction.set_rollback(True)


def test_a_revision_a_late_answer_and_its_withdrawal_each_change_one_chunk(
    settings: Any,
) -> None:
    settings.EXAMPLES_IN_CHUNK = 1
    world = World()
    for step in (("claim", 0), ("claim", 1), ("expire", 0), ("claim", 2), ("submit", 2)):
        world.act(*step, 0)
    assert built_and_counting(world) == (1, 1)
    world.act("submit", 0, 0)
    assert built_and_counting(world) == (1, 2)
    world.act("revise", 2, 1)
    assert built_and_counting(world) == (1, 2)
    assert sorted(load_columns(world.project).quality) == [0, 1]
    world.act("submit", 1, 2)
    assert Annotation.objects.get(annotator=world.annotators[1]).is_late
    assert built_and_counting(world) == (0, 2)
    world.act("accept", 1, 0)
    assert built_and_counting(world) == (1, 3)
    world.act("withdraw", 1, 0)
    assert built_and_counting(world) == (1, 2)


def test_figures_are_of_the_newest_version_and_of_late_answers_that_were_accepted() -> None:
    """Against the answers themselves, taken one by one from the rows."""
    world = World()
    for step in (("claim", 0, 0), ("claim", 1, 0), ("expire", 0, 0), ("claim", 2, 0)):
        world.act(*step)
    seen = []
    for step in (
        ("submit", 2, 1),
        ("submit", 0, 2),
        ("revise", 2, 0),
        ("submit", 1, 1),
        ("accept", 1, 0),
        ("revise", 0, 1),
        ("withdraw", 1, 0),
    ):
        world.act(*step)
        bring_up_to_date(world.project)
        section = compute(make_context(load_columns(world.project)))
        found = [(each.value, each.count) for each in section.figures if each.name in SHARES]
        assert found == shares_by_hand(world.project)
        seen.append(found)
    # One annotation, two, one revised, one more that is late, accepted, one revised, withdrawn.
    assert seen == [
        [(1.0, 1), (0.0, 1)],
        [(0.5, 2), (0.0, 2)],
        [(0.5, 2), (0.5, 2)],
        [(0.5, 2), (0.5, 2)],
        [(2 / 3, 3), (1 / 3, 3)],
        [(1.0, 3), (1 / 3, 3)],
        [(1.0, 2), (0.5, 2)],
    ]


SHARES = ("null", "bad")


def shares_by_hand(project: Project) -> list[tuple[float, int]]:
    keys = [key for each in counting_by_hand(project).values() for key in each]
    answers = [Annotation.objects.get(pk=key).natural_questions_answer for key in keys]
    nulls = [each.candidate_index is None for each in answers]
    bad = [each.question_quality == "bad" for each in answers]
    return [(sum(each) / len(each), len(each)) for each in (nulls, bad)]


def built_and_counting(world: World) -> tuple[int, int]:
    """How many chunks were built, and how many annotations they have."""
    return bring_up_to_date(world.project), len(load_columns(world.project))


def test_chunks_that_older_code_has_packed_are_built_anew(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    world = World()
    world.act("claim", 0, 0)
    world.act("submit", 0, 0)
    assert built_and_counting(world) == (1, 1)
    monkeypatch.setattr(chunks, "_form_of", lambda kind: f"next form of {kind}")
    assert built_and_counting(world) == (1, 1)
    assert built_and_counting(world) == (0, 1)
