"""Notes beside requests."""

import time

import pytest
from django.db import OperationalError, connection

from annotator.foundation.database.notes import LEFT_ALONE_SECONDS, Notes

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("notes")]


def test_a_note_that_cannot_be_written_is_left_out_and_so_are_the_next(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now, tried = [1000.0], []
    monkeypatch.setattr(time, "monotonic", lambda: now[0])

    def write() -> None:
        tried.append(now[0])
        if len(tried) == 1:
            raise OperationalError("database is locked")

    assert [Notes.write(write), Notes.write(write)] == [False, False]
    now[0] += LEFT_ALONE_SECONDS
    assert Notes.write(write)
    assert tried == [1000.0, 1000.0 + LEFT_ALONE_SECONDS]


def test_while_a_note_is_tried_others_are_left_out() -> None:
    done: list[object] = []
    assert Notes.write(lambda: done.append(Notes.write(lambda: done.append("another"))))
    assert Notes.write(lambda: done.append("the next"))
    assert done == [False, "the next"]


def test_a_note_waits_a_second_for_a_lock_and_nothing_after_it_does() -> None:
    asked = {"sqlite": "PRAGMA busy_timeout", "postgresql": "SHOW lock_timeout"}
    waits: list[str] = []

    def note_wait() -> None:
        with connection.cursor() as cursor:
            cursor.execute(asked[connection.vendor])
            waits.append(str(cursor.fetchone()[0]))

    note_wait()
    assert Notes.write(note_wait)
    note_wait()
    before, during, after = waits
    assert during == {"sqlite": "1000", "postgresql": "1s"}[connection.vendor]
    assert before == after != during
