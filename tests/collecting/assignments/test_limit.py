"""The limit per question, as annotators meet it."""

from datetime import timedelta

import pytest

from annotator.collecting.annotations.drafts import save_draft
from annotator.collecting.annotations.services import submit_annotation
from annotator.collecting.assignments.claiming import claim_assignment
from annotator.collecting.assignments.leases import expire_leases
from annotator.collecting.assignments.models import Assignment, Slot
from annotator.collecting.assignments.services import (
    give_up_assignment,
    park_assignment,
    resume_assignment,
)
from annotator.collecting.assignments.timing import time_of
from annotator.exceptions import ConflictError, NotAllowedError
from annotator.workspace.accounts.models import User
from annotator.workspace.history.models import Event
from annotator.workspace.projects.models import Membership, Project
from tests.factories.corpus import AT, BAD, make_annotators, make_examples, make_project

pytestmark = pytest.mark.django_db
MINUTE = timedelta(minutes=1)


def limited_project(minutes: int | None = 60, *, examples: int = 1) -> Project:
    project = make_project(lease_minutes=30)
    project.minutes_per_question = minutes
    project.save()
    make_examples(project, examples)
    return project


def opened(project: Project) -> tuple[User, Assignment]:
    (ada,) = make_annotators(project, 1)
    assignment = claim_assignment(project=project, annotator=ada, at=AT)
    assert assignment
    return ada, assignment


def saved(assignment: Assignment, minute: int, version: int) -> Assignment:
    save_draft(assignment=assignment, version=version, answer=BAD, at=AT + minute * MINUTE)
    return Assignment.objects.get(pk=assignment.pk)


def work_until_the_end(assignment: Assignment) -> Assignment:
    """Drafts at 25 and 50 minutes of an hour keep a lease of half an hour alive."""
    return saved(saved(assignment, 25, 0), 50, 1)


def verbs(assignment: Assignment) -> list[str]:
    events = Event.objects.filter(subject="assignment", subject_id=str(assignment.pk))
    return list(events.order_by("pk").values_list("verb", flat=True))


def test_the_time_runs_from_opening_and_not_from_reserving() -> None:
    project = limited_project(examples=2)
    ada, first = opened(project)
    ahead = claim_assignment(project=project, annotator=ada, at=AT, ahead=True)
    assert ahead
    assert ahead.clock_started_at is None
    give_up_assignment(assignment=first, state="skipped", note="no", at=AT + MINUTE, actor=ada)
    following = claim_assignment(project=project, annotator=ada, at=AT + MINUTE)
    assert following == ahead
    assert following.clock_started_at == AT + MINUTE


def test_a_lease_that_is_renewed_ends_with_the_limit() -> None:
    _, assignment = opened(limited_project())
    assert assignment.lease_expires_at == AT + 30 * MINUTE
    assert saved(assignment, 25, 0).lease_expires_at == AT + 55 * MINUTE
    assert saved(assignment, 50, 1).lease_expires_at == AT + 60 * MINUTE


def test_when_the_time_is_up_the_slot_goes_back_and_the_draft_stays() -> None:
    project = limited_project()
    _, assignment = opened(project)
    assignment = work_until_the_end(assignment)
    assert expire_leases(project=project, at=AT + 60 * MINUTE) == 1
    assignment.refresh_from_db()
    assert (assignment.state, assignment.slot) == ("expired", None)
    assert assignment.time_was_up_at == AT + 60 * MINUTE
    assert assignment.draft.answer == BAD
    assert Slot.objects.get().state == "free"
    assert verbs(assignment) == ["claimed", "time_up"]


def test_a_lease_that_ends_before_the_limit_has_merely_expired() -> None:
    project = limited_project()
    _, assignment = opened(project)
    expire_leases(project=project, at=AT + 45 * MINUTE)
    assignment.refresh_from_db()
    assert (assignment.worked, assignment.time_was_up_at) == (30 * MINUTE, None)
    assert verbs(assignment) == ["claimed", "expired"]
    assert resume_assignment(assignment=assignment, at=AT + 90 * MINUTE).worked == 30 * MINUTE


def test_parked_time_does_not_count() -> None:
    project = limited_project()
    ada, assignment = opened(project)
    park_assignment(assignment=assignment, note="which?", at=AT + 20 * MINUTE, actor=ada)
    resumed = resume_assignment(assignment=assignment, at=AT + 1000 * MINUTE)
    assert resumed.worked == 20 * MINUTE
    assert saved(resumed, 1025, 0).lease_expires_at == AT + 1040 * MINUTE


def test_a_draft_after_the_limit_is_kept_but_holds_the_slot_no_longer() -> None:
    _, assignment = opened(limited_project())
    late = saved(work_until_the_end(assignment), 61, 2)
    assert (late.state, late.slot, late.draft.version) == ("expired", None, 3)
    assert verbs(late) == ["claimed", "time_up"]


def test_reopening_begins_a_full_period_and_is_on_record() -> None:
    project = limited_project()
    _, assignment = opened(project)
    assignment = saved(work_until_the_end(assignment), 61, 2)
    again = resume_assignment(assignment=assignment, at=AT + 70 * MINUTE)
    assert (again.state, again.period, again.worked) == ("open", 2, timedelta())
    assert saved(again, 95, 3).lease_expires_at == AT + 125 * MINUTE
    assert saved(again, 115, 4).lease_expires_at == AT + 130 * MINUTE
    event = Event.objects.get(verb="resumed")
    assert event.details == {
        "from": "expired",
        "time_was_up_at": (AT + 60 * MINUTE).isoformat(),
        "period": 2,
    }


def test_reopening_is_refused_where_others_took_the_slot() -> None:
    project = limited_project()
    _, ben = make_annotators(project, 2)
    ada = User.objects.get(username="annotator-0")
    assignment = claim_assignment(project=project, annotator=ada, at=AT)
    assert assignment
    work_until_the_end(assignment)
    assert claim_assignment(project=project, annotator=ben, at=AT + 60 * MINUTE)
    with pytest.raises(ConflictError, match="Other annotators") as caught:
        resume_assignment(assignment=assignment, at=AT + 61 * MINUTE)
    assert caught.value.code == "slot_taken"


def test_an_answer_after_the_limit_counts_while_a_slot_is_free_and_is_late_afterwards() -> None:
    project = limited_project(examples=2)
    ada, ben = make_annotators(project, 2)
    first = claim_assignment(project=project, annotator=ada, at=AT)
    assert first
    work_until_the_end(first)
    answer, _ = submit_annotation(assignment=first, answer=BAD, at=AT + 61 * MINUTE)
    assert not answer.is_late
    assert verbs(first) == ["claimed", "time_up"]
    second = claim_assignment(project=project, annotator=ada, at=AT)
    assert second
    work_until_the_end(second)
    assert claim_assignment(project=project, annotator=ben, at=AT + 60 * MINUTE)
    answer, _ = submit_annotation(assignment=second, answer=BAD, at=AT + 61 * MINUTE)
    assert answer.is_late


def test_parking_is_refused_once_the_time_is_up() -> None:
    project = limited_project()
    ada, assignment = opened(project)
    work_until_the_end(assignment)
    with pytest.raises(ConflictError) as caught:
        park_assignment(assignment=assignment, note="", at=AT + 60 * MINUTE, actor=ada)
    assert caught.value.code == "time_up"


def test_another_limit_holds_for_periods_that_begin_after_it() -> None:
    project = limited_project()
    _, assignment = opened(project)
    project.minutes_per_question = 10
    project.save()
    assert saved(assignment, 25, 0).lease_expires_at == AT + 55 * MINUTE


def test_work_after_a_lease_that_nobody_else_noticed_goes_on_without_the_gap() -> None:
    _, assignment = opened(limited_project())
    renewed = saved(assignment, 100, 0)
    assert (renewed.worked, renewed.clock_started_at) == (30 * MINUTE, AT + 100 * MINUTE)
    assert renewed.lease_expires_at == AT + 130 * MINUTE


def test_what_is_shown_of_the_time_is_the_same_before_and_after_its_end_is_noticed() -> None:
    project = limited_project()
    _, assignment = opened(project)
    assignment = work_until_the_end(assignment)
    assert time_of(assignment, AT + 50 * MINUTE) == {
        "limit_seconds": 3600,
        "used_seconds": 0,
        "running_since": AT,
        "is_up": False,
        "was_up_at": None,
        "period": 1,
    }
    unnoticed = time_of(assignment, AT + 61 * MINUTE)
    assert unnoticed == {
        "limit_seconds": 3600,
        "used_seconds": 3600,
        "running_since": None,
        "is_up": True,
        "was_up_at": AT + 60 * MINUTE,
        "period": 1,
    }
    expire_leases(project=project, at=AT + 61 * MINUTE)
    assignment.refresh_from_db()
    assert time_of(assignment, AT + 61 * MINUTE) == unnoticed


def test_without_a_limit_work_goes_on_as_long_as_it_does() -> None:
    project = limited_project(None)
    _, assignment = opened(project)
    for number in range(10):
        assignment = saved(assignment, 25 * (number + 1), number)
    assert assignment.lease_expires_at == AT + 280 * MINUTE
    shown = time_of(assignment, AT + 250 * MINUTE)
    assert (shown["limit_seconds"], shown["is_up"]) == (None, False)


def test_whoever_has_not_passed_a_required_training_gets_no_question() -> None:
    project = limited_project(examples=2)
    project.requires_training = True
    project.save()
    (ada,) = make_annotators(project, 1)
    for ahead in (False, True):
        with pytest.raises(NotAllowedError) as caught:
            claim_assignment(project=project, annotator=ada, at=AT, ahead=ahead)
        assert caught.value.code == "training_first"
    Membership.objects.filter(user=ada).update(qualified_at=AT)
    assert claim_assignment(project=project, annotator=ada, at=AT)


def test_whoever_had_begun_a_question_before_training_was_required_finishes_it() -> None:
    project = limited_project(examples=2)
    ada, assignment = opened(project)
    project.requires_training = True
    project.save()
    assert claim_assignment(project=project, annotator=ada, at=AT) == assignment
