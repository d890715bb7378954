"""A web process answers a few requests at once, in the order in which they came."""

from collections.abc import Callable, Iterator
from concurrent.futures import Future
from threading import Event, Lock
from types import SimpleNamespace
from typing import Any

import pytest

from annotator.operations import few_threads
from annotator.operations.few_threads import AWAY_AFTER_SECONDS, FewThreads

PATIENCE = 60.0


class Clock:
    """A clock that goes on when it is told to."""

    now = 1000.0

    def monotonic(self) -> float:
        return self.now


class Requests:
    """Requests that are answered once they are let go, and notes on them."""

    def __init__(self) -> None:
        self.begun: list[int] = []
        self._gates: dict[int, tuple[Event, Event]] = {}
        self._lock = Lock()

    def make(self, number: int) -> Callable[[], int]:
        begins, may_end = self._gates[number] = Event(), Event()

        def answer() -> int:
            with self._lock:
                self.begun.append(number)
            begins.set()
            assert may_end.wait(PATIENCE)
            return number

        return answer

    def has_begun(self, number: int) -> bool:
        return self._gates[number][0].wait(PATIENCE)

    def let_go(self, number: int) -> None:
        self._gates[number][1].set()

    def let_all_go(self) -> None:
        for number in self._gates:
            self.let_go(number)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(few_threads, "time", SimpleNamespace(monotonic=clock.monotonic))
    return clock


@pytest.fixture
def requests() -> Iterator[Requests]:
    requests = Requests()
    yield requests
    requests.let_all_go()


def give(pool: FewThreads, requests: Requests, *numbers: int) -> list["Future[Any]"]:
    return [pool.submit(requests.make(number)) for number in numbers]


def results(*given: "Future[Any]") -> list[Any]:
    return [each.result(PATIENCE) for each in given]


@pytest.mark.usefixtures("clock")
def test_a_few_are_answered_at_once_and_the_first_first(requests: Requests) -> None:
    pool = FewThreads(at_once=2, most=16)
    given = give(pool, requests, *range(6))
    for number in range(6):
        assert requests.has_begun(number)
        # The next one, and none after it.
        assert len(requests.begun) <= number + 2
        requests.let_go(number)
    assert results(*given) == [0, 1, 2, 3, 4, 5]
    assert sorted(requests.begun[:2]) == [0, 1]
    pool.shutdown()


def test_whoever_is_away_keeps_nobody_waiting(requests: Requests, clock: Clock) -> None:
    pool = FewThreads(at_once=2, most=3)
    given = give(pool, requests, 0, 1)
    assert requests.has_begun(0)
    assert requests.has_begun(1)
    given += give(pool, requests, 2)
    pool.fill_up()
    assert pool.is_waiting
    assert sorted(requests.begun) == [0, 1]
    # Both have been at it for long: one more is there, which is the last.
    clock.now += AWAY_AFTER_SECONDS + 0.01
    pool.fill_up()
    assert requests.has_begun(2)
    given += give(pool, requests, 3)
    clock.now += AWAY_AFTER_SECONDS + 0.01
    pool.fill_up()
    assert pool.is_waiting
    assert sorted(requests.begun) == [0, 1, 2]
    requests.let_go(2)
    assert requests.has_begun(3)
    requests.let_all_go()
    assert results(*given) == [0, 1, 2, 3]
    pool.shutdown()


def test_for_each_who_is_away_somebody_else_begins(requests: Requests, clock: Clock) -> None:
    pool = FewThreads(at_once=2, most=4)
    given = give(pool, requests, 0, 1)
    assert requests.has_begun(0)
    assert requests.has_begun(1)
    given += give(pool, requests, 2, 3)
    assert pool.is_waiting
    clock.now += AWAY_AFTER_SECONDS + 0.01
    pool.fill_up()
    assert requests.has_begun(2)
    assert requests.has_begun(3)
    requests.let_all_go()
    assert results(*given) == [0, 1, 2, 3]
    pool.shutdown()


def test_who_was_needed_for_the_absent_goes_when_they_are_back(
    requests: Requests, clock: Clock
) -> None:
    pool = FewThreads(at_once=1, most=4)
    given = give(pool, requests, 0)
    assert requests.has_begun(0)
    clock.now += AWAY_AFTER_SECONDS + 0.01
    given += give(pool, requests, 1)
    assert requests.has_begun(1)
    requests.let_all_go()
    assert results(*given) == [0, 1]
    # Of two one is left, and begins one request after the other again.
    given = give(pool, requests, 2, 3, 4)
    assert requests.has_begun(2)
    assert requests.begun[2:] == [2]
    requests.let_go(2)
    assert requests.has_begun(3)
    assert requests.begun[2:] == [2, 3]
    requests.let_all_go()
    assert results(*given) == [2, 3, 4]
    pool.shutdown()


def test_what_fails_and_what_was_called_off_leaves_the_thread_at_work(requests: Requests) -> None:
    pool = FewThreads(at_once=1, most=1)
    (first,) = give(pool, requests, 0)
    assert requests.has_begun(0)
    failing: Future[Any] = pool.submit(int, "x")
    (called_off,) = give(pool, requests, 1)
    assert called_off.cancel()
    requests.let_go(0)
    assert first.result(PATIENCE) == 0
    with pytest.raises(ValueError, match="invalid literal"):
        failing.result(PATIENCE)
    assert pool.submit(int, "7", base=8).result(PATIENCE) == 7
    assert requests.begun == [0]
    pool.shutdown()
