"""Notes beside requests."""

import time

import pytest
from django.db import OperationalError

from annotator.accounts.notes import LEFT_ALONE_SECONDS, Notes


def test_a_note_that_cannot_be_written_is_left_out_and_so_are_the_next(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now, tried = [1000.0], []
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    monkeypatch.setattr(Notes, "left_alone_until", 0.0)

    def write() -> None:
        tried.append(now[0])
        if len(tried) == 1:
            raise OperationalError("database is locked")

    assert [Notes.write(write), Notes.write(write)] == [False, False]
    now[0] += LEFT_ALONE_SECONDS
    assert Notes.write(write)
    assert tried == [1000.0, 1000.0 + LEFT_ALONE_SECONDS]
