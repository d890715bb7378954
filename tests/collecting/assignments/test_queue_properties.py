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

from annotator.collecting.annotations.drafts import save_draft
from annotator.collecting.annotations.models import Annotation, Draft
from annotator.collecting.annotations.services import submit_annotation
from annotator.collecting.assignments.claiming import claim_assignment
from annotator.collecting.assignments.clock import deadline
from annotator.collecting.assignments.late import accept_late, withdraw_acceptance
from annotator.collecting.assignments.models import Assignment, LateAcceptance, Slot
from annotator.collecting.assignments.ordering import (
    change_queue,
    finish_ordering,
    rank_batch,
    set_priority,
)
from annotator.collecting.assignments.overlaps import change_overlap, raise_overlap
from annotator.collecting.assignments.parked import free_parked
from annotator.collecting.assignments.services import (
    give_up_assignment,
    park_assignment,
    resume_assignment,
)
from annotator.collecting.assignments.timing import clock_of
from annotator.exceptions import ConflictError
from annotator.material.corpus.models import Example
from tests.factories.corpus import AT, BAD, make_annotators, make_examples, make_project
from tests.size import sized

ANNOTATORS = 4
who = st.integers(0, ANNOTATORS - 1)
HOLDS = {"reserved", "open", "parked"}


class Queue(RuleBasedStateMachine):
    """Four annotators on a few examples, with time that passes.

    Each run is a savepoint that is rolled back.
    """

    def __init__(self) -> None:
        super().__init__()
        self.savepoint = transaction.savepoint()

    @initialize(
        overlap=st.integers(1, 3),
        examples=st.integers(1, 4),
        balanced=st.booleans(),
        limit=st.none() | st.integers(30, 120),
    )
    def begin(self, overlap: int, examples: int, balanced: bool, limit: int | None) -> None:
        self.now, self.ranked = AT, 0
        self.project = make_project(overlap=overlap, lease_minutes=60)
        self.project.balance_pairs = balanced
        self.project.minutes_per_question = limit
        self.project.save()
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
            # The time may be up: that leaves all as it was.
            with suppress(ConflictError):
                park_assignment(
                    assignment=assignment, note="", at=self.now, actor=self.annotators[number]
                )

    @rule(number=who)
    def free(self, number: int) -> None:
        assignment = self._own(number, "parked")
        if assignment:
            lead = self.annotators[-1]
            free_parked(assignment=assignment, reason="why", at=self.now, actor=lead)

    @rule(number=who)
    def draft(self, number: int) -> None:
        assignment = self._own(number, "open", "parked", "expired")
        if assignment:
            version = Draft.objects.filter(assignment=assignment).values_list("version", flat=True)
            save_draft(assignment=assignment, version=version.first() or 0, answer=BAD, at=self.now)

    @rule(number=who)
    def resume(self, number: int) -> None:
        assignment = self._own(number, "parked", "released", "expired")
        if assignment:
            # Another question is open, or others took the slots: both leave all as it was.
            with suppress(ConflictError):
                resume_assignment(assignment=assignment, at=self.now)

    @rule(order=st.sampled_from(["imported", "random", "priority"]), seed=st.integers(0, 3))
    def change_the_order(self, order: str, seed: int) -> None:
        change_queue(project=self.project, at=self.now, actor=None, queue_order=order, seed=seed)
        self.project.refresh_from_db()
        self.ranked = 0

    @rule(size=st.integers(1, 2))
    def go_on_ordering(self, size: int) -> None:
        """What its job does in one batch; it may never get to the end."""
        batch = rank_batch(
            project=self.project,
            examples=Example.objects.filter(project=self.project),
            at=self.now,
            actor=None,
            after=self.ranked,
            size=size,
        )
        if batch.last is None:
            finish_ordering(project=self.project, order=self.project.order_wanted)
        self.ranked = batch.last or 0

    @rule(number=st.integers(0, 3), priority=st.integers(-2, 2))
    def set_a_priority(self, number: int, priority: int) -> None:
        example = self.examples[number % len(self.examples)]
        set_priority(
            project=self.project,
            examples=[example.pk],
            priority=priority,
            at=self.now,
            actor=None,
        )

    @rule(overlap=st.integers(1, 3))
    def change_how_many_are_needed(self, overlap: int) -> None:
        # More may be in use: that leaves all as it was.
        with suppress(ConflictError):
            change_overlap(project=self.project, overlap=overlap, at=self.now, actor=None)
        self.project.refresh_from_db()

    @rule(number=st.integers(0, 3), to=st.integers(1, 3))
    def raise_one_example(self, number: int, to: int) -> None:
        example = self.examples[number % len(self.examples)]
        raise_overlap(project=self.project, examples=[example.pk], to=to, at=self.now, actor=None)

    @rule(number=who)
    def accept_or_withdraw_late_work(self, number: int) -> None:
        late = Annotation.objects.filter(annotator=self.annotators[number], is_late=True).first()
        if late is None:
            return
        if LateAcceptance.objects.filter(assignment=late.assignment).exists():
            withdraw_acceptance(assignment=late.assignment, at=self.now, actor=None)
        else:
            accept_late(assignment=late.assignment, at=self.now, actor=None)

    @rule(minutes=st.integers(1, 90))
    def wait(self, minutes: int) -> None:
        self.now += timedelta(minutes=minutes)

    @invariant()
    def no_example_has_more_than_k_or_two_of_one_person(self) -> None:
        if not hasattr(self, "project"):
            return
        counted = Annotation.objects.filter(assignment__slot__isnull=False)
        counts = Counter(counted.values_list("example", flat=True))
        wanted = dict(Example.objects.values_list("pk", "overlap"))
        assert all(count <= wanted[example] for example, count in counts.items())
        assert set(Annotation.objects.exclude(is_late=True)) <= set(counted)
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
        counted = Counter(Slot.objects.values_list("example", flat=True))
        assert counted == dict(Example.objects.values_list("pk", "overlap"))
        assert min(counted.values()) >= self.project.overlap
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

    @invariant()
    def nobody_holds_a_slot_beyond_the_limit(self) -> None:
        if not hasattr(self, "project"):
            return
        for held in Assignment.objects.filter(state__in=HOLDS):
            limit = held.time_limit
            assert limit is None or held.worked <= limit
            end = deadline(clock_of(held))
            assert end is None or (held.lease_expires_at and held.lease_expires_at <= end)

    def teardown(self) -> None:
        """None is forgotten: anyone who stays gets what is free, once all leases have run out."""
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
