"""Threads of a web process that wait for SQLite's writer."""

import io
from collections.abc import Callable
from pathlib import Path
from threading import BoundedSemaphore
from typing import IO

import pytest

from annotator.database.sqlite import patience
from annotator.database.sqlite.patience import Patience

QUEUE = Path("plumbline.sqlite3-queue")


def stopped() -> IO[bytes]:
    raise TimeoutError


@pytest.fixture
def waits(monkeypatch: pytest.MonkeyPatch) -> Callable[..., list[float]]:
    """Waits for the lock for ten seconds, of which each attempt ends as is given; how long each may
    have waited.
    """
    monkeypatch.setattr(Patience, "_given_up_at", None)

    def wait(*attempts: Callable[[], IO[bytes]], places: BoundedSemaphore | None) -> list[float]:
        left = list(attempts)
        waited: list[float] = []

        def take_turn(path: Path, *, seconds: float) -> IO[bytes]:
            assert path == QUEUE
            waited.append(seconds)
            return left.pop(0)()

        monkeypatch.setattr(patience, "take_turn", take_turn)
        monkeypatch.setattr(Patience, "places", places)
        try:
            Patience.take_turn(QUEUE, seconds=10)
        except TimeoutError:
            waited.append(-1)
        assert not left
        return waited

    return wait


def test_as_many_wait_to_the_end_behind_a_stopped_writer_as_there_are_places(
    waits: Callable[..., list[float]],
) -> None:
    places = BoundedSemaphore(1)
    assert waits(stopped, stopped, places=places) == [0.5, 9.5, -1]
    assert places.acquire(blocking=False)
    assert waits(stopped, places=places) == [0.5, -1]
    places.release()
    assert waits(stopped, io.BytesIO, places=places) == [0, 10]


def test_nobody_gives_up_early_while_others_get_their_turn(
    waits: Callable[..., list[float]],
) -> None:
    def moving() -> IO[bytes]:
        Patience._turns += 1
        raise TimeoutError

    full = BoundedSemaphore(1)
    full.acquire()
    assert waits(moving, io.BytesIO, places=full) == [0.5, 9.5]


def test_after_one_gave_up_the_next_do_so_at_once_until_somebody_gets_a_turn(
    waits: Callable[..., list[float]],
) -> None:
    full = BoundedSemaphore(1)
    full.acquire()
    assert waits(stopped, places=full) == [0.5, -1]
    assert waits(stopped, places=full) == [0, -1]
    assert waits(io.BytesIO, places=full) == [0]
    assert waits(stopped, places=full) == [0.5, -1]


def test_where_no_places_are_given_each_waits_to_the_end(
    waits: Callable[..., list[float]],
) -> None:
    assert waits(stopped, places=None) == [10, -1]
