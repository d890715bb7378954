"""What nobody works on any more is given back, also where nobody asks for a question."""

import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings
from django.db import connection, connections
from django.utils import timezone

from annotator.celery import app
from annotator.collecting.annotations.drafts import save_draft
from annotator.collecting.assignments import leases
from annotator.collecting.assignments.claiming import claim_assignment
from annotator.collecting.assignments.leases import expire_leases_everywhere
from annotator.collecting.assignments.models import Assignment, Slot
from annotator.collecting.assignments.queries import with_slot_counts
from annotator.collecting.assignments.services import park_assignment
from annotator.collecting.assignments.tasks import expire_leases_task
from annotator.material.corpus.models import Example
from annotator.workspace.accounts.models import User
from annotator.workspace.history.models import Event
from annotator.workspace.projects.models import Project
from annotator.workspace.projects.services import change_member
from tests.factories.corpus import (
    AT,
    BAD,
    make_annotators,
    make_examples,
    make_member,
    make_project,
)
from tests.size import sized

HOUR = timedelta(hours=1)


def held_by_many(slug: str, number: int) -> tuple[Project, list[User]]:
    """A project whose every example is open with somebody, for 30 minutes from ``AT`` on."""
    project = make_project(slug=slug, lease_minutes=30)
    make_examples(project, number)
    annotators = [make_member(project, f"{slug}-{each}").user for each in range(number)]
    for annotator in annotators:
        assert claim_assignment(project=project, annotator=annotator, at=AT)
    return project, annotators


@pytest.mark.django_db
def test_used_up_leases_of_all_projects_are_closed_as_the_queue_closes_them() -> None:
    project, (ada,) = held_by_many("limited", 1)
    held_by_many("other", 2)
    assignment = Assignment.objects.get(annotator=ada)
    save_draft(assignment=assignment, version=0, answer=BAD, at=AT)

    assert expire_leases_everywhere(at=AT + HOUR) == 3
    assignment.refresh_from_db()
    assert (assignment.state, assignment.slot) == ("expired", None)
    assert assignment.expired_at == AT + 30 * HOUR / 60
    assert assignment.draft.answer == BAD
    (example,) = with_slot_counts(Example.objects.filter(project=project))
    assert example.open_assignments == 0
    assert set(Slot.objects.values_list("state", "returned")) == {("free", True)}


@pytest.mark.django_db
@pytest.mark.parametrize("change", [{"is_active": False}, {"role": "expert"}])
def test_what_a_former_annotator_parked_goes_to_others(change: dict[str, Any]) -> None:
    project = make_project(overlap=1)
    make_examples(project, 2)
    members = [make_member(project, name) for name in ("ada", "bob", "cleo")]
    parked = []
    for member in members[:2]:
        assignment = claim_assignment(project=project, annotator=member.user, at=AT)
        assert assignment
        save_draft(assignment=assignment, version=0, answer=BAD, at=AT)
        parked.append(park_assignment(assignment=assignment, note="", at=AT, actor=member.user))
    change_member(membership=members[0], at=AT, actor=None, **change)

    expire_leases_task()
    expire_leases_task()
    first, second = [Assignment.objects.get(pk=each.pk) for each in parked]
    assert (first.state, first.slot, first.draft.answer) == ("released", None, BAD)
    assert (second.state, second.slot) == ("parked", parked[1].slot)
    assert Event.objects.filter(verb="released", actor=None).count() == 1
    taken = claim_assignment(project=project, annotator=members[2].user, at=AT)
    assert taken
    assert taken.example == first.example


@pytest.mark.django_db
def test_a_second_look_finds_nothing_and_writes_nothing() -> None:
    held_by_many("project", 2)
    expire_leases_everywhere(at=AT + HOUR)
    assert expire_leases_everywhere(at=AT + HOUR) == 0
    assert Event.objects.filter(verb="expired").count() == 2


@pytest.mark.django_db
def test_leases_that_still_run_and_what_is_parked_are_left_alone() -> None:
    _, (ada, ben) = held_by_many("project", 2)
    parked = Assignment.objects.filter(annotator=ben)
    parked.update(state="parked", lease_expires_at=None, clock_started_at=None)
    assert expire_leases_everywhere(at=AT + timedelta(minutes=29)) == 0
    assert expire_leases_everywhere(at=AT + HOUR) == 1
    assert parked.get().state == "parked"
    assert Assignment.objects.get(annotator=ada).state == "expired"


@pytest.mark.django_db
def test_more_than_one_batch_is_closed_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leases, "EXPIRED_AT_ONCE", sized(10, leases.EXPIRED_AT_ONCE))
    many = leases.EXPIRED_AT_ONCE + 1
    project = make_project(slug="crowd", overlap=many, lease_minutes=30)
    make_examples(project, 1)
    for annotator in make_annotators(project, many):
        claim_assignment(project=project, annotator=annotator, at=AT)
    assert expire_leases_everywhere(at=AT + HOUR) == many
    assert set(Assignment.objects.values_list("state", flat=True)) == {"expired"}


@pytest.mark.django_db
def test_the_scheduler_asks_for_it_once_a_minute() -> None:
    entry = settings.CELERY_BEAT_SCHEDULE["expire-leases"]
    assert (entry["task"], entry["schedule"]) == (expire_leases_task.name, 60.0)
    assert entry["task"] in app.tasks
    held_by_many("project", 1)
    Assignment.objects.update(lease_expires_at=timezone.now() - timedelta(seconds=1))
    expire_leases_task()
    assert Assignment.objects.get().state == "expired"


@pytest.mark.django_db(transaction=True)
def test_sweeps_beside_the_queue_lose_no_slot_and_give_none_twice() -> None:
    holders = 8
    project, _ = held_by_many("project", holders)
    fresh = make_annotators(project, holders)
    sweeps = 4
    start = threading.Barrier(holders + sweeps)
    connection.close()

    def _sweep(_: int) -> int:
        try:
            start.wait()
            return expire_leases_everywhere(at=AT + HOUR)
        finally:
            connections.close_all()

    def _claim(annotator: User) -> None:
        try:
            start.wait()
            claim_assignment(project=project, annotator=annotator, at=AT + HOUR)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(holders + sweeps) as pool:
        swept = pool.map(_sweep, range(sweeps))
        claimed = pool.map(_claim, fresh)
        assert sum(swept) <= holders
        list(claimed)

    expire_leases_everywhere(at=AT + HOUR)
    assert Event.objects.filter(verb="expired").count() == holders
    taken = Assignment.objects.filter(state="open")
    assert Slot.objects.filter(state="held").count() == taken.count()
    assert Slot.objects.count() == holders
    assert set(Slot.objects.exclude(assignment=None).values_list("state", flat=True)) <= {"held"}
