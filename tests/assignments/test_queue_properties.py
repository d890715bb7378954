"""Whatever annotators do in whatever order, the queue keeps its promises."""

from collections import Counter
from contextlib import suppress
from datetime import timedelta

import pytest
from django.db import transaction
from django.db.models import F
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)

from annotator.annotations.models import Annotation
from annotator.annotations.services import submit_annotation
from annotator.assignments.models import Assignment, Slot
from annotator.assignments.services import (
    claim_assignment,
    give_up_assignment,
    park_assignment,
    resume_assignment,
)
from annotator.exceptions import ConflictError
from tests.factories.corpus import AT, make_annotators, make_examples, make_project
from tests.size import sized

ANNOTATORS = 4
who = st.integers(0, ANNOTATORS - 1)
BAD = {"question_quality": "bad", "long_answer": None, "short_answers": [], "yes_no_answer": "NONE"}
HOLDS = {"reserved", "open", "parked"}


class Queue(RuleBasedStateMachine):
    """Four annotators on a few examples, with time that passes.

    Each run is a savepoint that is rolled back.
    """

    def __init__(self) -> None:
        super().__init__()
        self.savepoint = transaction.savepoint()

    @initialize(overlap=st.integers(1, 3), examples=st.integers(1, 4))
    def begin(self, overlap: int, examples: int) -> None:
        self.overlap, self.now = overlap, AT
        self.project = make_project(overlap=overlap, lease_minutes=60)
        self.examples = make_examples(self.project, examples)
        self.annotators = make_annotators(self.project, ANNOTATORS)
        self.submitted: set[int] = set()

    def _own(self, number: int, *states: str) -> Assignment | None:
        own = Assignment.objects.filter(annotator=self.annotators[number], state__in=states)
        return own.order_by("pk").first()

    @rule(number=who, ahead=st.booleans())
    def claim(self, number: int, ahead: bool) -> None:
        claim_assignment(
            project=self.project, annotator=self.annotators[number], at=self.now, ahead=ahead
        )

    @rule(number=who)
    def submit(self, number: int) -> None:
        assignment = self._own(number, "open", "parked", "expired")
        if assignment:
            annotation, _ = submit_annotation(assignment=assignment, answer=BAD, at=self.now)
            self.submitted.add(annotation.pk)

    @rule(number=who, state=st.sampled_from(["released", "skipped"]))
    def give_up(self, number: int, state: str) -> None:
        assignment = self._own(number, *HOLDS)
        if assignment:
            give_up_assignment(
                assignment=assignment,
                state=state,
                note="why",
                at=self.now,
                actor=self.annotators[number],
            )

    @rule(number=who)
    def park(self, number: int) -> None:
        assignment = self._own(number, "open")
        if assignment:
            park_assignment(
                assignment=assignment, note="", at=self.now, actor=self.annotators[number]
            )

    @rule(number=who)
    def resume(self, number: int) -> None:
        assignment = self._own(number, "parked", "released", "expired")
        if assignment:
            # Another question is open, or others took the slots: both leave all as it was.
            with suppress(ConflictError):
                resume_assignment(assignment=assignment, at=self.now)

    @rule(minutes=st.integers(1, 90))
    def wait(self, minutes: int) -> None:
        self.now += timedelta(minutes=minutes)

    @invariant()
    def no_example_has_more_than_k_or_two_of_one_person(self) -> None:
        if not hasattr(self, "project"):
            return
        on_time = Annotation.objects.filter(is_late=False)
        counts = Counter(on_time.values_list("example", flat=True))
        assert all(count <= self.overlap for count in counts.values())
        pairs = list(Annotation.objects.values_list("example", "annotator"))
        assert len(pairs) == len(set(pairs))

    @invariant()
    def nothing_submitted_is_lost(self) -> None:
        if hasattr(self, "project"):
            assert set(Annotation.objects.values_list("pk", flat=True)) == self.submitted

    @invariant()
    def slots_and_assignments_agree(self) -> None:
        if not hasattr(self, "project"):
            return
        assert Slot.objects.count() == self.overlap * len(self.examples)
        held = Assignment.objects.filter(state__in=HOLDS, slot__state="held").count()
        assert held == Slot.objects.filter(state="held").count()
        filled = Assignment.objects.filter(state="submitted", slot__state="filled").count()
        assert filled == Slot.objects.filter(state="filled").count()
        assert (
            not Assignment.objects.exclude(slot__isnull=True)
            .exclude(slot__example=F("example"))
            .exists()
        )

    @invariant()
    def nobody_has_two_open(self) -> None:
        if hasattr(self, "project"):
            opened = Assignment.objects.filter(state="open").values_list("annotator", flat=True)
            assert len(opened) == len(set(opened))

    def teardown(self) -> None:
        """None is forgotten: whoever stays gets what is free, once all leases have run out."""
        if hasattr(self, "project"):
            self._finish()
        transaction.savepoint_rollback(self.savepoint)

    def _finish(self) -> None:
        self.now += timedelta(days=1)
        for annotator in self.annotators:
            while assignment := claim_assignment(
                project=self.project, annotator=annotator, at=self.now
            ):
                submit_annotation(assignment=assignment, answer=BAD, at=self.now)
        for slot in Slot.objects.filter(state="free"):
            seen = Assignment.objects.filter(example=slot.example).values("annotator")
            assert seen.count() == ANNOTATORS


@pytest.mark.django_db
def test_the_queue_keeps_its_promises_whatever_annotators_do() -> None:
    run_state_machine_as_test(
        Queue, settings=settings(max_examples=sized(6, 40), stateful_step_count=30)
    )
