"""One person's two tabs, in the moment in which they get in each other's way."""

import threading
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection, connections, transaction

from annotator.accounts.models import User
from annotator.annotations.services import submit_annotation
from annotator.assignments.claiming import claim_assignment
from annotator.assignments.leases import expire_leases
from annotator.assignments.models import Assignment, AssignmentState, Slot
from annotator.projects.models import Project
from tests.factories.corpus import AT, make_annotators, make_examples, make_project

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(
        connection.vendor != "postgresql", reason="on SQLite one transaction waits for the other"
    ),
]
BAD = {"question_quality": "bad", "long_answer": None, "short_answers": [], "yes_no_answer": "NONE"}
LATER = AT + timedelta(hours=2)


def meanwhile(first: Callable[[], Any], second: Callable[[], Any]) -> Any:
    """What ``second`` gives when ``first`` is done, but commits only once ``second`` waits for it.

    Where ``second`` waits for nothing, this waits for its end instead.
    """
    results: list[Any] = []

    def _second() -> None:
        try:
            results.append(second())
        finally:
            connections.close_all()

    thread = threading.Thread(target=_second)
    with transaction.atomic():
        first()
        thread.start()
        while thread.is_alive() and not somebody_waits():
            thread.join(0.05)
    thread.join()
    return results[0]


def somebody_waits() -> bool:
    """Whether another connection to this database waits for a lock."""
    with connection.cursor() as cursor:
        # Within a transaction PostgreSQL would show the same picture again and again.
        cursor.execute("SELECT pg_stat_clear_snapshot()")
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity"
            " WHERE datname = current_database() AND wait_event_type = 'Lock'"
        )
        return bool(cursor.fetchone()[0])


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
