"""Rows that are written together: all of them, or none."""

from datetime import timedelta

import pytest
from django.db import DataError, IntegrityError, connection, transaction

from annotator.assignments.models import QueuePlace
from annotator.history.models import Event
from annotator.history.services import new_event
from annotator.joint_writes import Insert, JointWrite, Update
from annotator.projects.models import Guideline, Membership
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


def test_the_update_of_a_row_without_a_key_changes_nothing(membership: Membership) -> None:
    write = JointWrite("test_place", Update(QueuePlace, ("cursor",)), Insert(Event))
    QueuePlace.objects.create(membership=membership, cursor=3)
    event = new_event(at=AT, actor=None, verb="v", subject="s", subject_id=1)
    write.write(QueuePlace(cursor=9), event)
    assert (QueuePlace.objects.get().cursor, Event.objects.get(subject="s")) == (3, event)
