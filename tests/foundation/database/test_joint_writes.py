"""Rows that are written together: all of them, or none."""

from contextlib import nullcontext
from datetime import timedelta

import pytest
from django.db import DataError, IntegrityError, connection, transaction

from annotator.collecting.assignments.models import QueuePlace
from annotator.foundation.database.joint_writes import (
    Insert,
    JointWrite,
    TooLateError,
    Unchanged,
    Update,
)
from annotator.workspace.history.models import Event
from annotator.workspace.history.services import new_event
from annotator.workspace.projects.models import Guideline, Membership
from tests.factories.corpus import AT, make_annotators, make_project

pytestmark = pytest.mark.django_db
JOINT = JointWrite(
    "test_guideline_and_event",
    Update(Membership, ("qualified_at",)),
    Insert(Guideline),
    Insert(Event, {"subject_id": 1}),
)


def rows(
    membership: Membership, version: int = 7, verb: str = "written"
) -> tuple[Membership, Guideline, Event]:
    membership.qualified_at = AT + timedelta(days=version)
    guideline = Guideline(
        project=membership.project, version=version, markdown="50 % é", created_at=AT
    )
    event = new_event(at=AT, actor=None, verb=verb, subject="guideline", details={"a": [1, None]})
    return membership, guideline, event


@pytest.fixture
def membership() -> Membership:
    make_annotators(make_project(), 1)
    return Membership.objects.get()


def test_rows_are_written_together_and_know_their_keys(membership: Membership) -> None:
    for version in (7, 8):
        _, guideline, event = written = rows(membership, version)
        JOINT.write(*written)
        assert Guideline.objects.get(version=version) == guideline
        assert Event.objects.get(subject="guideline", subject_id=str(guideline.pk)) == event
        event.refresh_from_db()
        assert (event.subject_id, event.details) == (str(guideline.pk), {"a": [1, None]})
        membership.refresh_from_db()
        assert membership.qualified_at == AT + timedelta(days=version)


def test_where_one_row_is_refused_none_is_written(membership: Membership) -> None:
    JOINT.write(*rows(membership, 7))
    with pytest.raises(IntegrityError), transaction.atomic():
        JOINT.write(*rows(membership, 7, "again"))
    written = Event.objects.filter(subject="guideline")
    assert list(written.values_list("verb", flat=True)) == ["written"]


def test_what_is_too_long_is_refused_and_not_cut(membership: Membership) -> None:
    if connection.vendor != "postgresql":
        pytest.skip("SQLite takes texts of any length")
    with pytest.raises(DataError), transaction.atomic():
        JOINT.write(*rows(membership, 7, "v" * 61))


def test_an_update_without_a_row_changes_nothing(membership: Membership) -> None:
    write = JointWrite("test_place", Update(QueuePlace, ("cursor",)), Insert(Event))
    QueuePlace.objects.create(membership=membership, cursor=3)
    event = new_event(at=AT, actor=None, verb="v", subject="s", subject_id=1)
    write.write(None, event)
    assert (QueuePlace.objects.get().cursor, Event.objects.get(subject="s")) == (3, event)


COUNTED = JointWrite("test_counted", Update(QueuePlace, ("cursor",), counter="cursor"))
FIRST = JointWrite("test_first", Insert(QueuePlace, is_first=True), Insert(Event))
UNCHANGED = JointWrite("test_unchanged", Insert(Event), Unchanged(QueuePlace, "cursor"))


def event() -> Event:
    return new_event(at=AT, actor=None, verb="v", subject="s", subject_id=1)


@pytest.mark.parametrize("cursor", [3, 5, 6])
def test_a_change_that_does_not_follow_the_last_one_is_too_late(
    membership: Membership, cursor: int
) -> None:
    QueuePlace.objects.create(membership=membership, cursor=4)
    with pytest.raises(TooLateError) if cursor != 5 else nullcontext(), transaction.atomic():
        COUNTED.write(QueuePlace(membership=membership, cursor=cursor))
    assert QueuePlace.objects.get().cursor == (5 if cursor == 5 else 4)


def test_a_change_of_a_row_that_is_not_there_is_too_late(membership: Membership) -> None:
    with pytest.raises(TooLateError), transaction.atomic():
        COUNTED.write(QueuePlace(membership=membership, cursor=1))
    assert not QueuePlace.objects.exists()


def test_the_second_of_two_first_rows_is_too_late(membership: Membership) -> None:
    FIRST.write(QueuePlace(membership=membership, cursor=1), event())
    with pytest.raises(TooLateError), transaction.atomic():
        FIRST.write(QueuePlace(membership=membership, cursor=2), event())
    assert QueuePlace.objects.get().cursor == 1
    assert Event.objects.filter(subject="s").count() == 1


@pytest.mark.parametrize(
    ("stored", "read", "is_written"),
    [
        *[(4, 4, True), (4, 3, False), (4, 0, False), (4, None, True)],
        *[(None, 0, True), (None, 1, False), (None, None, True)],
    ],
)
def test_what_was_read_of_a_row_that_has_changed_is_too_late(
    membership: Membership, stored: int | None, read: int | None, is_written: bool
) -> None:
    if stored is not None:
        QueuePlace.objects.create(membership=membership, cursor=stored)
    asked = None if read is None else QueuePlace(membership=membership, cursor=read)
    with nullcontext() if is_written else pytest.raises(TooLateError), transaction.atomic():
        UNCHANGED.write(event(), asked)
    assert Event.objects.filter(subject="s").exists() is is_written
