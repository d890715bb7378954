"""Threads of a web process that wait for a database, which may have stopped."""

from collections.abc import Callable
from threading import BoundedSemaphore

import pytest

from annotator.foundation.database.patience import OthersWaitError, Patience

Waits = Callable[..., list[object]]


@pytest.fixture
def waits() -> Waits:
    """Waits for ten seconds, of which each attempt ends as is given; how long each may have waited,
    and what came of it.
    """
    Patience.note_answer()

    def wait(*attempts: Callable[[], object], places: BoundedSemaphore | None) -> list[object]:
        left = list(attempts)
        waited: list[object] = []

        def attempt(seconds: float) -> object:
            waited.append(seconds)
            return left.pop(0)()

        Patience.places = places
        try:
            waited.append(Patience.wait(attempt, seconds=10))
        except TimeoutError as error:
            waited.append(type(error))
        finally:
            Patience.places = None
        assert not left
        return waited

    return wait


def silence() -> None:
    """Nobody in the process gets anything meanwhile."""


def others_are_answered() -> None:
    Patience.note_answer()


def answer() -> str:
    Patience.note_answer()
    return "answer"


def full() -> BoundedSemaphore:
    places = BoundedSemaphore(1)
    places.acquire()
    return places


def test_as_many_wait_to_the_end_for_a_stopped_database_as_there_are_places(waits: Waits) -> None:
    places = BoundedSemaphore(1)
    assert waits(silence, silence, places=places) == [1, 9, TimeoutError]
    assert places.acquire(blocking=False)
    assert waits(silence, places=places) == [1, OthersWaitError]
    places.release()
    assert waits(silence, answer, places=places) == [0, 10, "answer"]


def test_nobody_gives_up_early_while_others_are_answered(waits: Waits) -> None:
    moving = [others_are_answered] * 9
    assert waits(*moving, answer, places=full()) == [1] * 10 + ["answer"]
    assert waits(*moving, others_are_answered, places=full()) == [1] * 10 + [TimeoutError]


def test_a_database_that_stops_while_somebody_waits_needs_a_place_from_then_on(
    waits: Waits,
) -> None:
    stops = (others_are_answered, silence)
    assert waits(*stops, answer, places=BoundedSemaphore(1)) == [1, 1, 8, "answer"]
    assert waits(*stops, places=full()) == [1, 1, OthersWaitError]


def test_after_one_gave_up_the_next_do_so_at_once_until_somebody_is_answered(
    waits: Waits,
) -> None:
    assert waits(silence, places=full()) == [1, OthersWaitError]
    assert waits(silence, places=full()) == [0, OthersWaitError]
    assert waits(answer, places=full()) == [0, "answer"]
    assert waits(silence, places=full()) == [1, OthersWaitError]


def test_where_no_places_are_given_each_waits_to_the_end(waits: Waits) -> None:
    assert waits(silence, places=None) == [10, TimeoutError]
