"""Nobody is qualified but by what is on record, whatever is tried in whatever order."""

from typing import Any

import pytest
from django.db import IntegrityError, transaction
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase
from hypothesis.stateful import (
    RuleBasedStateMachine,
    invariant,
    rule,
    run_state_machine_as_test,
)

from annotator.collecting.training.decisions import (
    ask_to_requalify,
    decide_exam,
    mark_session,
    take_back_requalification,
    waive_training,
)
from annotator.collecting.training.grading import finish_grading, read_feedback
from annotator.collecting.training.models import Attempt, Decision, Grade, TrainingAnswer
from annotator.collecting.training.standing import standing_of
from annotator.exceptions import DomainError
from annotator.workspace.accounts.models import User
from annotator.workspace.history.models import Event
from annotator.workspace.projects.models import Membership
from tests.factories.corpus import AT, make_member, make_project
from tests.factories.training import (
    answer_all,
    finish_graded_exam,
    grade_all,
    make_trainer,
    train_first,
)
from tests.size import sized

ORDER = ("self_study", "in_person", "exam", "grading", "decision", "qualified")


class Training(RuleBasedStateMachine):
    """One annotator and one lead, who try everything at any time."""

    def __init__(self) -> None:
        super().__init__()
        self.point = transaction.atomic()
        self.point.__enter__()
        project = train_first(make_project())
        self.lead: User = make_trainer(project)
        self.member: Membership = make_member(project, "trainee")
        self.waived = self.accepted = self.asked = False

    def teardown(self) -> None:
        transaction.set_rollback(True)
        self.point.__exit__(None, None, None)

    @property
    def now(self) -> Membership:
        return Membership.objects.get(pk=self.member.pk)

    def attempted(self, call: Any, **given: Any) -> bool:
        """Whether it was let through."""
        try:
            call(at=AT, **given)
        except DomainError:
            return False
        return True

    @rule()
    def answer(self) -> None:
        before = standing_of(self.now).state
        try:
            answer_all(self.now)
        except DomainError:
            assert before not in ("self_study", "exam")
        else:
            assert before in ("self_study", "exam")

    @rule(attended=st.booleans())
    def meet(self, attended: bool) -> None:
        given = {"membership": self.now, "attended": attended, "notes": "", "actor": self.lead}
        self.attempted(mark_session, **given)

    @rule()
    def grade(self) -> None:
        exam = Attempt.objects.filter(membership=self.member, step="exam").last()
        if exam is not None and standing_of(self.now).state in ("grading", "decision"):
            grade_all(exam, self.lead)

    @rule()
    def show_grades(self) -> None:
        self.attempted(finish_grading, membership=self.now, actor=self.lead)

    @rule()
    def read(self) -> None:
        self.attempted(read_feedback, membership=self.now)

    @rule(verdict=st.sampled_from(["accepted", "another_try", "waived"]))
    def decide(self, verdict: str) -> None:
        before = standing_of(self.now).state
        given = {"membership": self.now, "verdict": verdict, "note": "", "actor": self.lead}
        done = self.attempted(decide_exam, **given)
        assert done == (before == "decision" and verdict != "waived")
        self.accepted |= done and verdict == "accepted"
        self.asked &= not (done and verdict == "accepted")

    @rule(note=st.sampled_from(["", "Knows the task"]))
    def waive(self, note: str) -> None:
        before = standing_of(self.now).state
        members = [self.member.pk]
        given = {"project": self.member.project, "members": members, "note": note}
        done = self.attempted(waive_training, **given, actor=self.lead)
        assert done == (note != "")
        self.accepted_by_waiver(done=done and before != "qualified")

    def accepted_by_waiver(self, *, done: bool) -> None:
        self.waived |= done
        self.asked &= not done

    @rule(reason=st.sampled_from(["", "Look at tables again"]))
    def ask_again(self, reason: str) -> None:
        before = standing_of(self.now).state
        given = {"membership": self.now, "reason": reason, "actor": self.lead}
        done = self.attempted(ask_to_requalify, **given)
        assert done == (reason != "" and before == "qualified")
        self.asked |= done

    @rule()
    def take_back(self) -> None:
        given = {"membership": self.now, "note": "", "actor": self.lead}
        assert self.attempted(take_back_requalification, **given) == self.asked
        self.asked = False

    @invariant()
    def nobody_is_qualified_without_a_record(self) -> None:
        qualified = self.now.qualified_at is not None
        assert qualified == ((self.accepted or self.waived) and not self.asked)
        kept = Decision.objects.filter(membership=self.member, verdict__in=["accepted", "waived"])
        assert kept.exists() == (self.accepted or self.waived)
        asked = Decision.objects.filter(membership=self.member, verdict="requalify").count()
        assert kept.count() <= asked + 1
        decided = Event.objects.filter(verb="decided_training", subject_id=str(self.member.pk))
        assert decided.count() == Decision.objects.filter(membership=self.member).count()

    @invariant()
    def an_exam_comes_after_a_session_and_an_acceptance_after_grades(self) -> None:
        exams = Attempt.objects.filter(membership=self.member, step="exam")
        if exams.exists():
            assert self.now.in_person_sessions.filter(attended=True).exists()
        assert standing_of(self.now).state in ORDER
        for decision in Decision.objects.filter(membership=self.member, verdict="accepted"):
            assert decision.attempt is not None
            assert decision.attempt.graded_at is not None


class TestTraining(TestCase):
    """The machine, each run in a transaction of its own."""

    def test_nobody_is_qualified_without_an_accepted_exam_or_a_waiver(self) -> None:
        run_state_machine_as_test(
            Training,
            settings=settings(
                max_examples=sized(8, 40),
                stateful_step_count=14,
                deadline=None,
                suppress_health_check=list(HealthCheck),
            ),
        )


@pytest.mark.django_db
def test_what_was_answered_graded_and_decided_can_not_be_changed() -> None:
    project = make_project()
    lead = make_trainer(project)
    trainee = make_member(project, "trainee")
    exam = finish_graded_exam(trainee, lead)
    decide_exam(membership=trainee, verdict="accepted", note="Good", at=AT, actor=lead)
    changes: list[tuple[Any, dict[str, Any]]] = [
        (TrainingAnswer.objects.filter(attempt=exam), {"answer": {}}),
        (Grade.objects.all(), {"level": "not_met"}),
        (Grade.objects.all(), {"comment": "other"}),
        (Decision.objects.all(), {"verdict": "waived"}),
        (Attempt.objects.filter(pk=exam.pk), {"finished_at": None}),
        (trainee.in_person_sessions.all(), {"attended": False}),
    ]
    for rows, change in changes:
        with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
            rows.update(**change)
    assert Grade.objects.update(comment="") == 15
